"""The server: it listens, says where, and ends when it is told to."""

from bmg_odds.web.app import create


def run(host: str, port: int) -> None:
    """Serve the page until it is interrupted."""
    import uvicorn

    uvicorn.run(create(), host=host, port=port, log_level="warning", loop="asyncio")
