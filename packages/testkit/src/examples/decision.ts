import type { Cast } from './cast.ts'
import { exampleRun, playing, seat } from './cast.ts'
import type { Example } from './record.ts'

const goal = `Our shop's checkout runs on SQLite. Should we move it to Postgres before Black Friday, or after the season?

Last Black Friday peaked at 600 orders a minute, and customers waited up to nine seconds for the write lock. Marketing expects 1,000 a minute this year. The freeze starts in 24 days, and two developers know the checkout.`

const run = exampleRun({
  mode: 'panel',
  id: 'DECISION',
  settings: { mode: { protocol: 'decide', ask: 'everyone', depth: 'standard' } },
  team: {
    name: 'Balanced Panel',
    slug: 'balanced-panel',
    lead: seat({ slug: 'head', name: 'Head', icon: '🎓', color: '#8A39DA' }, 'cedar/large', { seat: 'lead' }),
    judge: seat({ slug: 'moderator', name: 'Moderator', icon: '⚖️', color: '#6B7280' }, 'harbor/one', { seat: 'judge' }),
    members: [
      seat({ slug: 'architect', name: 'Architect', icon: '🏛️', color: '#5444E4' }, 'cedar/large'),
      seat({ slug: 'performance', name: 'Performance', icon: '⚡', color: '#D97706' }, 'harbor/one'),
      seat({ slug: 'security', name: 'Security', icon: '🛡️', color: '#B91C1C' }, 'juniper/pro'),
      seat({ slug: 'devops', name: 'DevOps', icon: '🚢', color: '#096B97' }, 'lantern/70b'),
    ],
  },
})

/** No command here can tell what November will be like. */
const NOTHING_TO_LOOK_AT = 'LOOK: none'

const cast: Cast = {
  head: {
    Clarify: "CLEAR: The goal gives both choices, last year's peak, this year's forecast and the deadline.",
    Topic: `When does the checkout move from SQLite to Postgres?

What we know: orders peaked at 600 a minute last year, when customers waited up to nine seconds for the write lock. Marketing expects 1,000 a minute this year. The freeze starts in 24 days, and two developers know the checkout.

PROTOCOL: decide
OPTION: Move before Black Friday
OPTION: Move in January, and make SQLite last until then`,
    Synthesize: `## Executive Summary

- Move in January, and make SQLite last until then: three of four voted for it after the debate. [{devops 2}, {security 2}, {performance 2}]
- What turned the vote: orders can wait in a queue instead of being written as fast as they arrive, so SQLite can carry the season. [{devops 1}, {performance 2}]
- It works only if the queue does: test it at 1,200 orders a minute, twice last year's peak, by the end of next week. [{devops 2}]

## Detailed Analysis

Half of the time that an order holds the write lock goes into rendering the receipt. Taking that out doubles what SQLite can handle to about 900 orders a minute, which is still short of the 1,000 that marketing expects. [{performance 1}] Writing queued orders in batches reaches about 4,000. [{performance 2}]

Moving now would remove the cause, and the schema is small. [{architect 1}] But the rollback rehearsal, the load test and the switch would take all six quiet nights before the freeze. [{devops 1}] The audit cannot happen before it at all. [{security 1}]

## Agreements

- The checkout moves to Postgres. The only question is when. [{architect 1}, {devops 2}]
- Receipts must not be rendered inside the transaction. Nobody objected. [{performance 1}]

## Disagreements

- Whether the queue is the first half of the move or throwaway work. [{devops 2}, {architect 2}]

## Recommendations

1. Move receipt rendering out of the order transaction this week. [{performance 1}]
2. Put a durable write queue in front of SQLite, and test it at 1,200 orders a minute by the end of next week. [{devops 2}, {security 2}]
3. If that test fails, start the freeze a week later and move before it. [{devops 2}, {architect 2}]
4. Schedule the move for January, after the audit and with a rehearsed rollback. [{devops 1}, {security 1}]

## Risk Assessment

- The queue loses a paid order: write it to disk before the customer sees "thank you". [{security 2}]
- January slips: give it an owner and a date now. [{architect 2}]

## Minority Report

The Architect would move now and start the freeze a week later. A queue built in a hurry is throwaway work, and no safer than a database that others have run for decades. [{architect 2}]

## What Would Change This

- Batches of 50 write fewer than 1,000 orders a minute while customers read. [{performance 2}]
- The freeze starts a week later. [{architect 2}]

## Appendix

The peak, the forecast and the freeze date are from the goal. All other numbers are from the messages cited.`,
  },
  architect: {
    Experiment: NOTHING_TO_LOOK_AT,
    Contribute: [
      `The checkout has eleven tables and one writer. That makes it a small move: a weekend to copy, a day to compare the totals, an hour to switch. The promotions team keeps adding tables, so it will never be smaller than today.

Last year's nine-second waits came from SQLite's single writer. Postgres does not have that limit. We would fix the cause before the one day on which it matters most.

VOTE: A
PROBABILITIES: A 72, B 28
REASON: The move is small today, and it removes the cause instead of working around it.`,
      `The strongest point against me is time: six quiet nights leave no slack [{devops 1}]. I would buy some by starting the freeze a week later.

What I would not do is build a queue in the same 24 days. It is a second way to take money, designed and tested in a hurry, and thrown away in January. That is no safer than a database that others have run for decades. And if we do wait, give January an owner and a date now, or it will slip.

VOTE: A
PROBABILITIES: A 61, B 39
REASON: A stopgap in the payment path is throwaway work, and no safer.
CHANGED: no`,
    ],
  },
  performance: {
    Experiment: NOTHING_TO_LOOK_AT,
    Contribute: [
      `Last year's slow-query log shows where the nine seconds came from. Half of the time that an order holds the write lock goes into rendering the receipt, *inside* the transaction. That has to stop this week, whatever we decide.

It is not enough, though. SQLite topped out at 450 orders a minute last year. Without the receipt that doubles to about 900, and marketing expects 1,000. Only Postgres has headroom.

VOTE: A
PROBABILITIES: A 64, B 36
REASON: Only Postgres has headroom for the 1,000 orders a minute that marketing expects.`,
      `I was wrong about headroom. Orders do not have to be written as fast as they arrive [{devops 1}]. Our nightly import already writes marketplace orders in batches of 50, and its log shows about 4,000 a minute on this server. That is four times what marketing expects.

The queue takes a week to build and an evening to test. The move has no such margin.

VOTE: B
PROBABILITIES: A 27, B 73
REASON: Batched writes reach four times the expected peak, and we can test them in time.
CHANGED: yes, because [{devops 1}] shows that orders can wait in a queue`,
    ],
  },
  security: {
    Experiment: NOTHING_TO_LOOK_AT,
    Contribute: [
      `Payment data is in scope. A move means two copies of it for at least a week, new credentials in the deployment, a new port on the network, and backups in a format that our restore drill has never covered.

None of that is hard, but all of it needs an audit, and the auditor is booked until after the freeze starts. A move without the audit is a finding that we would have to report.

VOTE: B
PROBABILITIES: A 22, B 78
REASON: The move needs an audit that cannot happen before the freeze.`,
      `A queue is fine with me on one condition [{devops 1}]: every order is on disk before the customer sees "thank you". If it is only in memory, a crash loses an order that we have already charged for. On disk, I see no new risk: the same process, the same server, the same backups.

VOTE: B
PROBABILITIES: A 18, B 82
REASON: A durable queue adds no new data flow. A move before the audit does.
CHANGED: no`,
    ],
  },
  devops: {
    Experiment: NOTHING_TO_LOOK_AT,
    Contribute: [
      `Count the nights. The freeze starts in 24 days, and only six nights until then are quiet enough to touch the checkout. A switch without a rehearsed rollback is a gamble, and the rehearsal takes two of those nights. The load test takes two more, the switch itself the last two. One sick developer, and we enter the freeze half migrated.

An order can wait in a queue for a second before it is written. Customers do not notice one second. They noticed nine.

VOTE: B
PROBABILITIES: A 30, B 70
REASON: Six quiet nights leave no slack for a rehearsal, a load test and the switch.`,
      `The best argument for moving now is that it removes the cause [{architect 1}]. It does, and so will January. The queue is about 200 lines, and the same code will feed Postgres. It is not thrown away: it is the first half of the move.

Test it at 1,200 orders a minute, twice last year's peak, by the end of next week. If it fails, I change my vote, and we ask for a later freeze.

VOTE: B
PROBABILITIES: A 24, B 76
REASON: The queue is the first half of the move, and we can test it by the end of next week.
CHANGED: no`,
    ],
  },
}

export const decision: Example = {
  slug: 'decision',
  title: 'A panel decides',
  text: 'Four seats vote blind and split two to two. Then one of them changes its mind.',
  goal,
  run,
  play: playing(cast),
  person: [{ whenAsked: 'topic', afterMs: 5_000, command: { type: 'approve', by: 'person' } }],
}
