"""Hypothesis profiles for every test: `dev` where one works, `ci` where all is run once."""

import os

from hypothesis import HealthCheck, Phase, settings

# Machines that run tests are busy: how long an example takes says nothing about it.
settings.register_profile("dev", deadline=None, max_examples=30, stateful_step_count=30)
settings.register_profile(
    "ci",
    deadline=None,
    max_examples=200,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
    # No shrinking: a failure is printed as found, and shrunk where it can be looked at.
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.target],
)
settings.load_profile("dev")

# What is told at a terminal is compared in English, whatever language this one has.
os.environ["PELLMELL_LANGUAGE"] = "en"
