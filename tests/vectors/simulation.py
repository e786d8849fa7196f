"""Draws a simulation anew, without contsid: ChaCha20 by its definition (RFC 8439, with a 64-bit counter and nonce), the
graph, the weights and the noise as the documentation of `contsid_study::simulate` describes them, logarithms by
Python's `math`.

    python simulation.py > simulation.json
"""

import json
import math
import struct

MASK = 0xFFFFFFFF


def block(key, counter, nonce):
    """Sixteen words of the key stream."""
    initial = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *struct.unpack("<8I", key)]
    initial += [counter & MASK, counter >> 32, nonce & MASK, nonce >> 32]
    words = list(initial)

    def quarter(a, b, c, d):
        for first, second, third, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            words[first] = (words[first] + words[second]) & MASK
            mixed = words[third] ^ words[first]
            words[third] = ((mixed << turn) | (mixed >> (32 - turn))) & MASK

    for _ in range(10):
        for column in range(4):
            quarter(column, 4 + column, 8 + column, 12 + column)
        for column in range(4):
            quarter(column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
    return [(word + start) & MASK for word, start in zip(words, initial)]


def stream(seed, number):
    """Whole numbers of 64 bits."""
    key, counter = struct.pack("<Q", seed) + bytes(24), 0
    while True:
        words = block(key, counter, number)
        yield from (low | high << 32 for low, high in zip(words[::2], words[1::2]))
        counter += 1


def unit(numbers):
    return (next(numbers) >> 11) / 2**53


def open_unit(numbers):
    return ((next(numbers) >> 12) + 0.5) / 2**52


def below(numbers, bound):
    while True:
        number = next(numbers)
        if number < 2**64 - 2**64 % bound:
            return number % bound


def simulate(nodes, samples, seed):
    """The paper's model: edge probability 0.25, weights uniform on [-10, 10], exponential noise."""
    numbers = stream(seed, 0)
    rank = list(range(nodes))
    for place in range(nodes - 1, 0, -1):
        other = below(numbers, place + 1)
        rank[place], rank[other] = rank[other], rank[place]
    graph = [[0] * nodes for _ in range(nodes)]
    for b in range(1, nodes):
        for a in range(b):
            if unit(numbers) < 0.25:
                tail, head = (a, b) if rank[a] < rank[b] else (b, a)
                graph[tail][head] = 1
    columns = [None] * nodes
    for node in sorted(range(nodes), key=rank.__getitem__):
        noise, parameters = stream(seed, 2 + 2 * node), stream(seed, 1 + 2 * node)
        column = [-math.log(open_unit(noise)) for _ in range(samples)]
        for parent in (parent for parent in range(nodes) if graph[parent][node]):
            weight = -10 + unit(parameters) * 20
            column = [value + weight * cause for value, cause in zip(column, columns[parent])]
        columns[node] = column
    return {"nodes": nodes, "samples": samples, "seed": seed, "graph": graph, "columns": columns}


if __name__ == "__main__":
    print(json.dumps([simulate(6, 5, 1), simulate(9, 4, 5422880911193400)]))
