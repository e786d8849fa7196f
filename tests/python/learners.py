"""Learners that hang, die and print: in a module that is quickly imported by the processes that call them."""

import os
import signal
import subprocess
import sys
import time


def hangs(data):
    time.sleep(600)


def leaves(data):
    os._exit(7)


def is_killed(data):
    os.kill(os.getpid(), signal.SIGKILL)


def prints(data):
    print("on the way")
    return [[0] * data.shape[1]] * data.shape[1]


def starts_a_child(data):
    subprocess.run([sys.executable, "-c", "import time; time.sleep(600)"])


def slow(data):
    time.sleep(0.5)
    return prints(data)
