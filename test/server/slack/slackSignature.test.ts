import { expect, it } from 'vitest';
import { isSignedBySlack } from '../../../server/slack/index.ts';

/** The example of Slack's own documentation. */
const SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
const request = {
  timestamp: '1531420618',
  signature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  bytes: Buffer.from(
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  ),
};

it.each([0, 300, -300])('agrees with Slack’s own example, %s s off', (off) => {
  expect(isSignedBySlack(SECRET, request, 1_531_420_618 + off)).toBe(true);
});

it.each([301, -301])('refuses what is %s s off', (off) => {
  expect(isSignedBySlack(SECRET, request, 1_531_420_618 + off)).toBe(false);
});
