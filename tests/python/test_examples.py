# tests/python/test_examples.py -- the examples of python/examples run, and do what they say.
import importlib.util
import os

import numpy as np

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python", "examples")


def load(name):
    spec = importlib.util.spec_from_file_location(name, os.path.join(FOLDER, name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_vector_environment(capsys):
    cart_poles = load("vector_environment").CartPoles
    env = cart_poles(16)
    seen, info = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert seen.shape == (16, 4) and info == {} and np.array_equal(seen, again) and np.abs(seen).max() < 0.05
    falls = 0
    for _ in range(80):  # without a controller poles fall, and begin anew
        seen, reward, terminated, truncated, info = env.step(np.zeros((16, 1)))
        falls += terminated.sum()
        assert np.array_equal(reward, 1.0 - terminated) and not truncated.any() and np.abs(seen[:, 2]).max() < 0.21
        assert not terminated.any() or np.abs(info["final_obs"][:, 2]).min() > 0.21
    assert falls > 16
    gain = env.balance()
    seen, _ = env.reset(seed=4)
    for i in range(500):  # with one none falls, for 10 s
        seen, reward, terminated, truncated, info = env.step(-seen @ gain)
        assert not terminated.any() and truncated.all() == (i == 499)
    load("vector_environment").main(8, 5)
    assert "0 falls" in capsys.readouterr().out
