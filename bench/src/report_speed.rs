//! How long a report takes beyond the comparison, for graphs of 50 nodes, 1000 samples and two threads:
//! `cargo run --release -p contsid-bench report_speed 50 1000 2`
//!
//! Three learnt graphs, as directed graphs and as the completed graphs of their classes; the best of three runs, each
//! with data prepared anew.

use crate::Outcome;
use crate::scene::Scene;
use contsid::execution::Execution;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::time::Instant;

pub fn main(arguments: &[String]) -> Outcome {
    let numbers: Vec<usize> = arguments.iter().map(|number| number.parse()).collect::<Result<_, _>>()?;
    let [nodes, samples, threads] = numbers[..] else { return Err("name nodes, samples and threads".into()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let execution = Execution::default().on(&pool);
    let scene = || Scene::random(nodes, samples, 3, &mut ChaCha8Rng::seed_from_u64(1));
    for (kind, scene) in [("directed", scene()), ("completed", scene().completed())] {
        let mut best = [f64::INFINITY; 3];
        for _ in 0..3 {
            let start = Instant::now();
            let prepared = scene.prepared(&execution)?;
            let comparisons = scene.comparisons(prepared.as_ref(), &execution)?;
            let compared = start.elapsed().as_secs_f64();
            let page = scene.page(prepared.as_ref(), &comparisons, &execution)?;
            let reported = start.elapsed().as_secs_f64() - compared;
            best = [best[0].min(compared), best[1].min(reported), page.len() as f64];
        }
        let [compared, reported, bytes] = best;
        println!("{kind}: compared in {compared:.2} s, reported in {reported:.2} s, {bytes} bytes");
    }
    Ok(())
}
