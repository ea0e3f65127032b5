"""How an agent is found and called."""

from pytest_knows.agents.call import call_agent
from pytest_knows.agents.find import find_agent, is_fixture_name
from pytest_knows.agents.model import (
    Agent,
    AgentAsset,
    AgentFile,
    AgentResult,
    AgentRun,
    AgentTask,
    Cause,
    GoogleAccess,
    NotRun,
)

__all__ = [
    "Agent",
    "AgentAsset",
    "AgentFile",
    "AgentResult",
    "AgentRun",
    "AgentTask",
    "Cause",
    "GoogleAccess",
    "NotRun",
    "call_agent",
    "find_agent",
    "is_fixture_name",
]
