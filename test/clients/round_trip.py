"""List, draft, publish, back-test and retire a rule with the generated client. Arguments: its folder, the server, the rule."""

import json
import os
import sys
import time

folder, url, rule_file = sys.argv[1:4]
sys.path.insert(0, folder)

from tripline_client import AuthenticatedClient, models  # noqa: E402
from tripline_client.api.back_tests import get_backtest, start_backtest  # noqa: E402
from tripline_client.api.rules import list_rules, publish_rule, put_rule, retire_rule  # noqa: E402

with open(rule_file, encoding="utf-8") as file:
    document = json.load(file)
client = AuthenticatedClient(base_url=url, token=os.environ["TRIPLINE_TOKEN"])
fleet, rule_id = "north", document["id"]


def done(step, response, *statuses):
    if response.status_code not in statuses or response.parsed is None:
        sys.exit(f"{step}: {response.status_code} {response.content[:500]!r}")
    return response.parsed


rule = models.Rule.from_dict(document)
if rule.to_dict() != document:
    sys.exit(f"the rule was lost: {rule.to_dict()}")
before = done("list", list_rules.sync_detailed(fleet, client=client), 200)
done("draft", put_rule.sync_detailed(fleet, rule_id, client=client, body=rule), 200)
reason = models.PublishRuleBody(why="A generated client.")
published = done("publish", publish_rule.sync_detailed(fleet, rule_id, client=client, body=reason), 200)
again = publish_rule.sync_detailed(fleet, "no-such-rule", client=client, body=reason)
if again.parsed is None or again.parsed.code != "no_document":
    sys.exit(f"publish of nothing: {again.content!r}")
after = done("list", list_rules.sync_detailed(fleet, client=client), 200)
stored = next(item for item in after.items if item.id == rule_id)
if stored.rule.actions != rule.actions or stored.rule.conditions != rule.conditions:
    sys.exit(f"the stored rule is another: {stored.rule}")
question = models.StartBacktestBody.from_dict({"rule_id": rule_id, "from": "2026-03-01", "to": "2026-03-31"})
started = done("back-test", start_backtest.sync_detailed(fleet, client=client, body=question), 202)
for _ in range(300):
    backtest = done("back-test", get_backtest.sync_detailed(fleet, started.id, client=client), 200)
    if backtest.state not in ("waiting", "running"):
        break
    time.sleep(0.2)
if backtest.state != "done":
    sys.exit(f"the back-test ended as {backtest.state}")
done("retire", retire_rule.sync_detailed(fleet, rule_id, client=client), 200)
