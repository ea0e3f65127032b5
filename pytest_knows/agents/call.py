"""Calling an agent once and timing it."""

from __future__ import annotations

import time
from dataclasses import replace

from pytest_knows.agents.model import Agent, AgentRun, AgentTask


def call_agent(agent: Agent, task: AgentTask) -> AgentRun:
    """Run the agent on the task. Whatever it does becomes a cause; only KeyboardInterrupt comes through."""
    started = time.monotonic()
    run = agent.run(task)
    return replace(run, duration_s=round(time.monotonic() - started, 3))
