# python/examples/vector_environment.py -- many carts with poles at once, with the interface of a vector environment of Gymnasium.
# What:   reset(seed) and step(actions) for n carts; what has fallen, or has run for 10 s, begins anew, from a random position. All steps of all carts are
#         one call of the library, on all processors. Gymnasium is not needed: a class of these names and shapes is all that its users ask for.
# Use:    PYTHONPATH=python python3 python/examples/vector_environment.py
# Tests:  tests/python/test_examples.py
import time

import numpy as np

import sinew


class CartPoles:
    """n carts. Observations (n, 4): place, speed, angle, angular velocity. Actions (n, 1): force on the cart, N. The reward of a step is 1 while the pole
    stands."""

    def __init__(self, n=64, every=0.02, steps=4, limit=10.0):
        self.num_envs, self.every, self.h, self.steps, self.limit = n, every, every / steps, steps, limit
        m = sinew.Model()
        m.gravity(0, 0, -9.81)
        force = m.input("force", unit="N")
        cart = m.body(name="cart", at=(0, 0, 0), shape=sinew.box(size=(0.4, 0.2, 0.1), mass=1))
        pole = m.body(name="pole", at=(0, 0, 0.5), shape=sinew.cylinder(length=1, radius=0.02, axis="z", mass=0.1))
        m.prismatic(sinew.ground, cart, name="rail", at=(0, 0, 0), axis="x", force=force)
        m.revolute(cart, pole, name="hinge", at=(0, 0, 0), axis="y")
        self.model, self.stepper = m, m.stepper()
        self.places = [("rail", "displacement"), ("hinge", "angle")]
        self.seen = [("rail", "displacement"), ("rail", "displacement_rate"), ("hinge", "angle"), ("hinge", "angle_rate")]
        self.start = self.stepper.state()
        self.random = np.random.default_rng()

    def _begin(self):
        """A random position and speed: its state, and what is seen of it."""
        x, v, angle, spin = self.random.uniform(-0.05, 0.05, 4)
        s = self.stepper
        s.restore(self.start)
        s.inverse_kinematics({self.places[0]: x, self.places[1]: angle})
        s.set_rates([v, spin], self.places)
        return s.state(), (x, v, angle, spin)

    def reset(self, seed=None, options=None):
        if seed is not None:
            self.random = np.random.default_rng(seed)
        begun = [self._begin() for _ in range(self.num_envs)]
        self.states = [state for state, _ in begun]
        self.age = np.zeros(self.num_envs)
        return np.array([seen for _, seen in begun]), {}

    def step(self, actions):
        force = np.broadcast_to(np.reshape(actions, (self.num_envs, 1)), (self.num_envs, self.steps))
        r = self.stepper.rollout({"force": force}, h=self.h, outputs=self.seen, states=self.states)
        self.states = r.states
        self.age += self.every
        seen = np.stack([r[y][:, -1] for y in self.seen], axis=1)
        terminated = (np.abs(seen[:, 0]) > 2.4) | (np.abs(seen[:, 2]) > 0.21) | (r.done < self.steps)
        truncated = ~terminated & (self.age > self.limit - self.every / 2)
        over = np.flatnonzero(terminated | truncated)
        info = {"final_obs": seen[over], "over": over} if len(over) else {}
        for i in over:
            self.states[i], seen[i] = self._begin()
            self.age[i] = 0
        return seen, np.where(terminated, 0.0, 1.0), terminated, truncated, info

    def balance(self):
        """The gain of a linear-quadratic regulator, of observations: force = -gain @ observation."""
        self.stepper.restore(self.start)
        A, B, C, _ = self.stepper.linearize("force", self.seen)
        T = np.linalg.inv(C)  # states of the linear model from observations
        A, B = C @ A @ T, C @ B
        H = np.block([[A, -B @ B.T / 0.1], [-np.diag([1, 0.1, 10, 0.1]), -A.T]])
        values, vectors = np.linalg.eig(H)
        X = vectors[:, values.real < 0]
        P = np.real(X[4:] @ np.linalg.inv(X[:4]))
        return (B.T @ P / 0.1)[0]


def main(n=256, steps=200):
    env = CartPoles(n)
    gain = env.balance()
    seen, _ = env.reset(seed=1)
    falls, began = 0, time.perf_counter()
    for _ in range(steps):
        seen, _, terminated, _, _ = env.step(-seen @ gain)
        falls += terminated.sum()
    took = time.perf_counter() - began
    print(f"{n} carts, {steps * env.every:g} s each: {falls} falls; {n * steps * env.steps / took:.0f} steps a second")


if __name__ == "__main__":
    main()
