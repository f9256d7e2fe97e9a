# tests/python/test_coordinates.py -- Jacobians, mass matrix, inverse dynamics and kinematics from Python: names, defaults, a robot that is thrown.
import numpy as np
import pytest

import sinew


def arm(torque=False):
    m = sinew.Model()
    m.gravity(0, 0, -9.81)
    u = [m.input(f"u{i}", unit="N m") for i in range(3)] if torque else [None] * 3
    before, axes, at = sinew.ground, "zyy", [(0, 0, 0), (0, 0, 0.5), (0.6, 0, 0.5)]
    for i in range(3):
        link = m.body(name=f"link{i}", at=at[i], mass=3 - i, center=(0.2, 0.01, 0.1), inertia=(0.02, 0.05, 0.04))
        more = {"torque": u[i]} if torque else {}
        m.revolute(before, link, name=f"j{i}", at=at[i], axis=axes[i], **more)
        before = link
    m.channel("hand", sinew.position(before, (1, 0, 0.6)))
    m.channel("v_hand", sinew.velocity(before, (1, 0, 0.6)))
    m.channel("w_hand", sinew.angular_velocity(before))
    return m


Q = [("j0", "angle"), ("j1", "angle"), ("j2", "angle")]


def test_names_and_frames():
    s = arm().stepper()
    s.inverse_kinematics({Q[0]: 0.3, Q[1]: -0.5, Q[2]: 1.1})
    assert np.allclose([s[q] for q in Q], [0.3, -0.5, 1.1], atol=1e-11)
    w = np.array([1.0, -2.0, 3.0])
    s.set_rates(w)
    J = s.jacobian(["v_hand", "w_hand"])
    assert J.shape == (6, 3) and np.allclose(J @ w, np.concatenate([s["v_hand"], s["w_hand"]]), atol=1e-12)
    assert np.allclose(s.jacobian("hand", Q), J[:3], atol=1e-10)
    assert np.allclose(s.jacobian([("link2", "velocity")])[:, 2], 0, atol=1e-13)  # the last joint is there
    M = s.mass_matrix()
    assert np.allclose(M, M.T, atol=0) and 0.5 * w @ M @ w == pytest.approx(s.energy("kinetic"), rel=1e-12)
    back = s.mass_matrix([Q[2], Q[0], Q[1]])
    assert np.allclose(back, M[np.ix_([2, 0, 1], [2, 0, 1])], atol=1e-14)
    a = np.array([4.0, 5.0, -6.0])
    assert np.allclose(s.inverse_dynamics(a) - s.inverse_dynamics(), M @ a, atol=1e-11)
    assert np.allclose(s.inverse_dynamics(), s.inverse_dynamics([0, 0, 0], Q), atol=1e-8)


def test_computed_torque():
    """The forces of inverse dynamics, applied: the joints have the accelerations that were asked for."""
    s = arm(torque=True).stepper()
    s.inverse_kinematics({Q[0]: 0.3, Q[1]: -0.5, Q[2]: 1.1})
    s.set_rates([1.0, -2.0, 3.0])
    a, h = np.array([4.0, 5.0, -6.0]), 1e-4
    for i, f in enumerate(s.inverse_dynamics(a)):
        s.set(f"u{i}", f)
    assert np.allclose(s.inverse_dynamics(a), 0, atol=1e-10)  # nothing more is needed
    rates = [np.array([s["j%d" % i, "angle_rate"] for i in range(3)])]
    for _ in range(2):
        s.step(h)
        rates.append(np.array([s["j%d" % i, "angle_rate"] for i in range(3)]))
    assert np.allclose((4 * rates[1] - rates[2] - 3 * rates[0]) / (2 * h), a, atol=1e-4)


def test_reach():
    s = arm().stepper()
    s.inverse_kinematics({Q[1]: 0.4, Q[2]: 1.2})
    goal = s["hand"] + [0.05, -0.1, 0.02]
    t = s.copy()
    t.inverse_kinematics({"hand": goal})
    assert np.allclose(t["hand"], goal, atol=1e-11) and np.abs(t.v).max() == 0 and not np.allclose(s["hand"], goal)
    t.step(1e-3)
    assert abs(t.energy("defect")) < 1e-12
    before = s.state()
    with pytest.raises(sinew.ConvergenceError, match="'hand' stays"):
        s.inverse_kinematics({"hand": (5, 0, 0)})
    assert s.state() == before


def test_mistakes():
    s = arm().stepper()
    with pytest.raises(sinew.InputError, match="3 degrees of freedom"):
        s.mass_matrix([Q[0]])
    with pytest.raises(sinew.SinewError, match="do not determine"):
        s.mass_matrix([Q[0], Q[0], Q[1]])
    with pytest.raises(sinew.InputError, match="'angle'"):
        s.mass_matrix([("j0", "angel"), Q[1], Q[2]])
    with pytest.raises(sinew.InputError, match="have 2 numbers"):
        s.set_rates([1, 2])
    with pytest.raises(sinew.InputError, match="not numbers"):
        s.inverse_dynamics("a")
    with pytest.raises(sinew.InputError, match="has 3 numbers"):
        s.inverse_kinematics({"hand": 1.0})
    with pytest.raises(sinew.InputError, match="Name the outputs"):
        s.inverse_kinematics((1, 0, 0))
    with pytest.raises(sinew.InputError, match="'hand'"):
        s.inverse_kinematics({"hannd": (1, 0, 0)})
