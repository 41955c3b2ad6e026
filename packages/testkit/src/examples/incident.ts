import type { Cast } from './cast.ts'
import { exampleRun, playing, seat } from './cast.ts'
import type { Example } from './record.ts'

const goal = 'Checkout failed for 42 minutes on Tuesday evening. What happened, and what would have caught it?'

const run = exampleRun({
  mode: 'panel',
  id: 'INCIDENT',
  settings: { mode: { protocol: 'discuss', depth: 'quick' } },
  limits: { maxTurns: 12 },
  team: {
    name: 'Incident Review',
    slug: 'incident-review',
    lead: seat({ slug: 'head', name: 'Head', icon: '🎓', color: '#8A39DA' }, 'cedar/large', { seat: 'lead' }),
    judge: seat({ slug: 'moderator', name: 'Moderator', icon: '⚖️', color: '#6B7280' }, 'harbor/one', {
      seat: 'judge',
    }),
    members: [
      seat({ slug: 'devops', name: 'DevOps', icon: '🚢', color: '#096B97' }, 'lantern/70b'),
      seat({ slug: 'architect', name: 'Architect', icon: '🏛️', color: '#5444E4' }, 'cedar/large'),
      seat({ slug: 'qa', name: 'QA', icon: '🧪', color: '#15803D' }, 'juniper/pro'),
    ],
  },
})

const POOL = 'One worker pool for every page'
const CHECK = 'A health check that sees nothing'
const TEST = 'No test with a slow provider'

const cast: Cast = {
  head: {
    Clarify: [
      `1. What changed on Tuesday, and when?
2. Who noticed first, and how?`,
      'CLEAR: The timeline is complete.',
    ],
    Topic: `What was the main cause of Tuesday's failure, and which check would have caught it earlier?

- 18:02: a deployment raises the payment timeout from 5 to 30 seconds
- 18:40: the payment provider slows down to about 28 seconds per payment
- 18:43: every page of the shop hangs, and the health check stays green
- 18:52: the first customer calls
- 19:25: the deployment is rolled back, and the shop recovers`,
    Options: `- ${POOL} [{architect 1}]
- ${CHECK} [{devops 1}]
- ${TEST} [{qa 1}]`,
    Synthesize: `## Executive Summary

- A slow payment provider stopped the whole shop, because all pages share one pool of forty workers and every payment holds one while it waits. [{architect 1}]
- Nobody was alerted for nine minutes, because the health check only requests a static file. [{devops 1}]
- A test with a slow provider would have failed in under a minute. [{qa 1}]

## Detailed Analysis

The longer timeout made the failure worse but did not cause it. At 28 seconds per payment the pool gets through about 85 payments a minute, at five seconds 480. Above that, every page hangs. [{architect 2}]

A better health check would have raised the alarm at 18:44, eight minutes before the first call. [{devops 3}] The shop would have hung all the same. [{devops 2}]

## Agreements

- The shared pool is the main cause. [{architect 2}, {qa 2}, {devops 2}]
- The health check has to use a worker, and to fail only after two errors in a row. [{devops 2}, {architect 3}]

## Disagreements

- None that remain. At first, the three named three different causes. [{devops 1}, {architect 1}, {qa 1}]

## Recommendations

1. Give payments their own ten workers, so that slow payments queue and every other page keeps working. Owner: backend. [{architect 2}]
2. Send the health check through a worker, and let it fail after two errors in a row. Owner: operations. [{devops 2}]
3. Add a test with a slow provider, and run it whenever a timeout changes. Owner: QA. [{qa 1}, {qa 2}]

## Risk Assessment

- A health check that fails too easily takes healthy servers out of rotation. Two errors in a row are the safeguard. [{devops 2}]

## Minority Report

None. All three voted for the same cause.

## Appendix

The timeline is from the goal and from your answers. The 42 minutes are those from 18:43 to 19:25.`,
  },
  moderator: {
    'Converged?': [
      'NOT_CONVERGED: QA and DevOps have just changed their minds, and nobody has answered them.',
      'CONVERGED: All three name the shared pool as the main cause.',
    ],
  },
  devops: {
    Contribute: [
      `On-call saw a green health check, normal load, and a phone that rang at 18:52. The check requests a static file, which needs no worker and no database. It would stay green if the database were on fire.

Nine minutes passed between the first hanging page and that call. The other 33 went into looking for a fault in a system that reported none.

POSITION: ${CHECK}
CONFIDENCE: 72`,
      `The shared pool explains what I could not: why even the terms and conditions hung [{architect 1}]. That page needs no payment, only a worker. A better check would have warned us sooner, and the shop would have hung all the same.

I would still fix it. Send the check through a worker, and let it fail after two errors in a row. After only one, it would take healthy servers out of rotation.

POSITION: ${POOL}
CONFIDENCE: 80
CHANGED: yes, because [{architect 1}] explains why pages without payments hung too`,
      `One number to add: with that check, the alarm comes at 18:44, eight minutes before the customer called.

POSITION: ${POOL}
CONFIDENCE: 83
CHANGED: no`,
    ],
    'Final position': `The pool first. The health check is the next thing I would fix.

POSITION: ${POOL}
VOTE: C
PROBABILITIES: A 4, B 12, C 84
REASON: The pool made it happen. The check only made it last.`,
  },
  architect: {
    Contribute: [
      `Forty workers serve everything: pages, search, payments. A payment holds its worker while it waits for the provider, and from 18:40 that meant 28 seconds each. Three minutes later all forty were waiting.

Nothing separates requests that wait for somebody else from requests that do not.

POSITION: ${POOL}
CONFIDENCE: 81`,
      `A test would have revealed this, not prevented it [{qa 1}]. Nor was the longer timeout the cause. At 28 seconds each, forty workers get through about 85 payments a minute. At five seconds it is 480. Above that, the whole shop hangs all the same.

Give payments ten separate workers, and slow payments queue while every other page keeps working.

POSITION: ${POOL}
CONFIDENCE: 85
CHANGED: no`,
      `I agree that the health check should wait for two errors in a row [{devops 2}]. I have nothing to add.

POSITION: ${POOL}
CONFIDENCE: 85
CHANGED: no`,
    ],
    'Final position': `Requests that wait for somebody else need their own workers.

POSITION: ${POOL}
VOTE: C
PROBABILITIES: A 6, B 9, C 85
REASON: With one pool, any slow partner can stop the whole shop.`,
  },
  qa: {
    Contribute: [
      `The provider's sandbox can delay every answer by 30 seconds. We have never used that. A test that fills the shop with slow payments and then opens the front page would have failed on Tuesday's code in under a minute.

There is no such test, because nobody owns what happens *between* two systems.

POSITION: ${TEST}
CONFIDENCE: 70`,
      `I named the missing test as the cause. It would only have *revealed* the cause: on a busier evening, the old timeout would have filled the pool as well [{architect 2}].

One thing I keep: raising a timeout looks harmless in review, so it should trigger that test.

POSITION: ${POOL}
CONFIDENCE: 77
CHANGED: yes, because [{architect 2}] shows that a shorter timeout only raises the limit`,
      `The pool and the test both need an owner. A cause without a test comes back.

POSITION: ${POOL}
CONFIDENCE: 80
CHANGED: no`,
    ],
    'Final position': `The pool first, and the test on the same day.

POSITION: ${POOL}
VOTE: C
PROBABILITIES: A 14, B 6, C 80
REASON: The test reveals it. The pool causes it.`,
  },
}

export const incident: Example = {
  slug: 'incident',
  title: 'An incident is reviewed',
  text: 'The Head asks what it needs to know, three seats name three causes, and two of them change their minds.',
  goal,
  run,
  play: playing(cast),
  person: [
    {
      whenAsked: '1. What changed',
      afterMs: 8_000,
      command: (question) => ({
        type: 'answer',
        question,
        text: `1. At 18:02 we raised the payment timeout from 5 to 30 seconds. From 18:40 the provider took about 28 seconds per payment. At 19:25 we rolled back, and the shop recovered.
2. A customer, who called at 18:52. Every page had been hanging since 18:43, but the health check stayed green.`,
        by: 'person',
      }),
    },
    { whenAsked: 'topic', afterMs: 5_000, command: { type: 'approve', by: 'person' } },
  ],
}
