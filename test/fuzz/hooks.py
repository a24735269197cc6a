"""Proves to the server who asks, as each kind of route wants it, and writes down how it answered."""

import atexit
import hashlib
import hmac
import itertools
import json
import os
import time
from collections import Counter

import schemathesis
from requests.auth import AuthBase, HTTPBasicAuth

API_TOKENS = itertools.cycle(os.environ["FUZZ_API_TOKENS"].split(","))
WEBHOOK_TOKEN = os.environ["FUZZ_WEBHOOK_TOKEN"]
SLACK_SECRET = os.environ["FUZZ_SLACK_SECRET"].encode()


class Bearer(AuthBase):
    def __call__(self, request):
        request.headers["Authorization"] = f"Bearer {next(API_TOKENS)}"
        return request


class SlackSignature(AuthBase):
    """Signs whatever the body became, so that the fuzz gets behind the signature."""

    def __call__(self, request):
        body = request.body or b""
        if isinstance(body, str):
            body = body.encode()
        at = str(int(time.time()))
        signed = b"v0:" + at.encode() + b":" + body
        request.headers["X-Slack-Request-Timestamp"] = at
        request.headers["X-Slack-Signature"] = "v0=" + hmac.new(SLACK_SECRET, signed, hashlib.sha256).hexdigest()
        return request


@schemathesis.hook
def before_call(context, case, kwargs):
    path = case.operation.path
    if path.startswith("/api/"):
        kwargs["auth"] = Bearer()
    elif path.startswith("/slack/"):
        kwargs["auth"] = SlackSignature()
    elif path.startswith("/webhooks/"):
        kwargs["auth"] = HTTPBasicAuth("fuzz", WEBHOOK_TOKEN)
    else:
        kwargs["auth"] = HTTPBasicAuth("fuzz", next(API_TOKENS))


ANSWERS = Counter()


@schemathesis.hook
def after_call(context, case, response):
    ANSWERS[f"{case.operation.method.upper()} {case.operation.path} {response.status_code}"] += 1


@atexit.register
def write_answers():
    with open(os.environ["FUZZ_ANSWERS"], "w") as file:
        json.dump(ANSWERS, file)
