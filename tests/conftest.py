"""For all tests: how hypothesis looks for examples."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ours",
    # How long an example takes says more of the machine than of us.
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    # A change is judged by what it changes: new examples are looked for at home.
    derandomize="CI" in os.environ,
)
settings.load_profile("ours")
