import type { Cast } from './cast.ts'
import { exampleRun, playing, seat } from './cast.ts'
import type { Example } from './record.ts'

const goal = 'Checkout failed for 42 minutes on Tuesday evening. What happened, and what would have caught it?'

const run = exampleRun({
  mode: 'panel',
  id: 'INCIDENT',
  settings: { mode: { protocol: 'discuss', depth: 'Quick' } },
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

const cast: Cast = {
  head: {
    Clarify: [
      `1. What changed on Tuesday, and when?
2. Who noticed first, and how?`,
      'CLEAR: The timeline is complete.',
    ],
    Topic: `Which causes came together on Tuesday, and which check would have found them earlier?

- 18:02 a deployment raised the timeout of the payment client from 5 to 30 seconds
- 18:40 the payment provider became slow
- 18:43 every page of the shop hangs; the health check stays green
- 18:52 the first customer calls
- 19:25 the deployment is rolled back, and the shop answers`,
    Options: `- One pool of workers for everything, behind a health check that asks nobody [{architect 2}, {devops 2}]
- No test with a slow provider [{qa 1}]`,
    Synthesize: `## Executive Summary

- A slow payment provider stopped the whole shop, because all pages share one pool of workers, and the longer timeout let payments hold it. [{architect 1}, {architect 2}]
- Nobody was called for nine minutes, because the health check asks neither the workers nor the database. [{devops 1}]
- A test with a slow provider would have shown it on the day of the change, in under a minute. [{qa 1}]

## Detailed Analysis

The timeout did not cause the failure, it set its size: 30 seconds times 40 payments is more than the pool has. [{architect 2}] With five seconds, the shop would have been slow, not silent. [{devops 2}]

## Agreements

- No single change was wrong in itself. There was a good reason to raise the timeout. [{qa 2}]

## Disagreements

- Whether a separate pool or a test comes first. Both are a day of work. [{architect 2}, {qa 2}]

## Recommendations

1. Give payments a pool of 10 workers, so that the rest of the shop keeps working. Owner: backend. [{architect 1}]
2. Let the health check take a worker and ask the database, with two seconds' patience. Owner: operations. [{devops 1}]
3. Add the slow provider to the tests, and run them when a timeout changes. Owner: QA. [{qa 1}]

## Risk Assessment

- A health check that asks too much takes a healthy server out. Two failures in a row before it counts. [{devops 2}]

## Minority Report

Nobody voted against it.

## Appendix

The timeline is as it was reported.`,
  },
  moderator: {
    'Converged?': [
      'NOT_CONVERGED: QA has just moved, and nobody has answered it.',
      'CONVERGED: All three name the same two causes.',
    ],
  },
  devops: {
    Contribute: [
      `What the people on call could see: a green health check, a normal load, and a phone that rang at 18:52. The check asks for a static file. It would stay green if the database were on fire.

Nine of the 42 minutes are ours: from the first hanging page to the first call. The rest is looking for a fault in a system that said it had none.

POSITION: One pool of workers for everything, behind a health check that asks nobody
CONFIDENCE: 74`,
      `The pool explains something I could not: why even the imprint hung [{architect 1}]. It needs no database and no payment, only a worker.

So the order is clear to me. The pool made it large, the check made it long. And I would keep the check modest: two failures in a row, else it takes healthy servers out.

POSITION: One pool of workers for everything, behind a health check that asks nobody
CONFIDENCE: 86
CHANGED: no`,
      `Nothing to add but a number: with a check that takes a worker, the alarm comes at 18:44.

POSITION: One pool of workers for everything, behind a health check that asks nobody
CONFIDENCE: 88
CHANGED: no`,
    ],
    'Final position': `Two things came together, and I would start with the pool.

POSITION: One pool of workers for everything, behind a health check that asks nobody
VOTE: A
PROBABILITIES: A 88, B 12
REASON: The pool made it large and the check made it long.`,
  },
  architect: {
    Contribute: [
      `Forty workers serve everything: pages, search, payments. A payment holds its worker while it waits. At 18:40 the provider took 28 seconds to answer, and after three minutes every worker was waiting for it.

The boundary that was missing is between what waits for others and what does not.

POSITION: One pool of workers for everything, behind a health check that asks nobody
CONFIDENCE: 81`,
      `Against "the timeout was it": at five seconds the same 40 payments fill the pool too, only for a shorter time. The timeout set the size of the failure, not its kind.

A pool of 10 for payments, and the shop keeps working while payments queue.

POSITION: One pool of workers for everything, behind a health check that asks nobody
CONFIDENCE: 85
CHANGED: no`,
      `I agree with the modest check. I have nothing new.

POSITION: One pool of workers for everything, behind a health check that asks nobody
CONFIDENCE: 85
CHANGED: no`,
    ],
    'Final position': `A boundary between what waits and what does not.

POSITION: One pool of workers for everything, behind a health check that asks nobody
VOTE: A
PROBABILITIES: A 85, B 15
REASON: Without a boundary, any slow partner stops the whole shop.`,
  },
  qa: {
    Contribute: [
      `The provider's sandbox has a switch that delays every answer by 30 seconds. We have never used it. A test that buys one thing while the provider is slow, and opens the front page beside it, fails in 40 seconds on Tuesday's code.

There was no such test because nobody owns what happens *between* two systems.

POSITION: No test with a slow provider
CONFIDENCE: 70`,
      `I named the missing test as the cause. It is what would have *found* the cause [{architect 1}]. The pool was there for two years, and a test would have been red for two years.

What I keep: raising a timeout looks harmless in review. It should start that test by itself.

POSITION: One pool of workers for everything, behind a health check that asks nobody
CONFIDENCE: 77
CHANGED: yes, because [{architect 1}] shows that a shorter timeout would have failed as well`,
      `Then let us write both down, with owners. A cause without a test comes back.

POSITION: One pool of workers for everything, behind a health check that asks nobody
CONFIDENCE: 80
CHANGED: no`,
    ],
    'Final position': `The pool first, and the test on the same day.

POSITION: One pool of workers for everything, behind a health check that asks nobody
VOTE: A
PROBABILITIES: A 80, B 20
REASON: The test finds it, the pool causes it.`,
  },
}

export const incident: Example = {
  slug: 'incident',
  title: 'An incident is reviewed',
  text: 'The Head asks what it needs to know, three seats look for causes, and one corrects itself.',
  goal,
  run,
  play: playing(cast),
  person: [
    {
      whenAsked: 'What changed',
      afterMs: 5_000,
      command: (question) => ({
        type: 'answer',
        question,
        text: 'At 18:02 we raised the payment timeout from 5 to 30 seconds. At 19:25 we rolled it back.',
        by: 'person',
      }),
    },
    {
      whenAsked: 'Who noticed',
      afterMs: 3_000,
      command: (question) => ({
        type: 'answer',
        question,
        text: 'A customer called at 18:52. No alarm rang.',
        by: 'person',
      }),
    },
    { whenAsked: 'topic', afterMs: 5_000, command: { type: 'approve', by: 'person' } },
  ],
}
