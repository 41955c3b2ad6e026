import type { Cast } from './cast.ts'
import { exampleRun, playing, seat } from './cast.ts'
import type { Example } from './record.ts'

const goal = `Our shop's checkout runs on SQLite. Should we move it to Postgres before Black Friday, or after the season?`

const run = exampleRun({
  mode: 'panel',
  id: 'DECISION',
  settings: { mode: { protocol: 'decide', escalate: 'never', depth: 'Standard' } },
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

const cast: Cast = {
  head: {
    Clarify: 'CLEAR: The goal names the system, both dates and what is at stake.',
    Topic: `When does the checkout move from SQLite to Postgres?

What we know: one server, 40 orders a minute on a normal day, 600 on last year's Black Friday, when writes waited up to nine seconds behind the database lock. The freeze for the season begins in 24 days. Two developers know the checkout.

PROTOCOL: decide
OPTION: Move before Black Friday
OPTION: Move in January, and make SQLite last until then`,
    Synthesize: `## Executive Summary

- Move in January, and make SQLite last until then: three of four voted for it after hearing each other. [{devops 2}, {security 2}, {performance 2}]
- What turned the vote: 24 days leave no room for a load test and a rehearsed way back, and without both the move is the larger risk. [{devops 1}]
- It holds only if the stopgap is real: a queue in front of the writes, tested at twice last year's peak by the end of next week. [{devops 2}, {performance 2}]

## Detailed Analysis

The lock, not the engine, made checkouts wait last year: every order wrote four times in one transaction while a receipt was rendered inside it. [{performance 1}] Moving the receipt out and queueing the writes removes most of that wait on SQLite. [{performance 2}]

Moving now would fix it for good, and the schema is small. [{architect 1}] But the copy, the switch and the way back have to be practised, and only six nights before the freeze are quiet. [{devops 1}] The audit cannot happen before it at all. [{security 1}]

## Agreements

- The checkout leaves SQLite. Nobody argued for staying. [{architect 1}, {devops 2}]
- Rendering receipts inside the transaction has to stop this week, whatever is decided. [{performance 1}]

## Disagreements

- Whether the queue is a stopgap or one more thing that can break on the busiest day. [{devops 2}, {architect 2}]

## Recommendations

1. Take the receipt out of the order transaction, this week. [{performance 1}]
2. Put a write queue in front of SQLite, and test it at 1,200 orders a minute by the 12th. [{devops 2}]
3. If that test fails, move before the freeze after all, with the freeze a week later. [{devops 2}, {architect 2}]
4. Plan the move for the second week of January, with a practised way back and the audit done. [{devops 1}, {security 1}]

## Risk Assessment

- The queue loses an order: it must be on disk before the customer sees "thank you". [{security 2}]
- January slips, as such plans do: name an owner and a date now. [{architect 2}]

## Minority Report

The Architect would move now. Two designs for one season is work thrown away, and a queue built in a hurry is not safer than a database that others have run for decades. [{architect 2}]

## Appendix

Numbers are from last year's logs, as the goal's author gave them.`,
  },
  architect: {
    Contribute: [
      `The checkout has eleven tables and one writer. That is a small move: a weekend to copy, a day to check the sums, an hour to switch. Every week we wait, the promotions team adds a table, and the move grows.

Last year's nine seconds were one writer at a time. Postgres does not have that ceiling. We would be fixing the cause before the day on which it hurts most.

VOTE: A
PROBABILITIES: A 72, B 28
REASON: The move is small now, and it removes the cause instead of hiding it.`,
      `The strongest point against me: 24 days leave no room for a load test. I take it seriously, and I would buy the room: push the freeze by a week. Marketing said in September that it could live with that.

What I cannot follow is the queue [{devops 1}]. We would design, build and test a second way to take money, in the same 24 days, and throw it away in January. A queue written in a hurry is not safer than a database that others have run for decades.

VOTE: A
PROBABILITIES: A 61, B 39
REASON: A stopgap in the payment path is work thrown away, and not safer.
CHANGED: no`,
    ],
  },
  performance: {
    Contribute: [
      `I read last year's slow log. 91 % of the time in an order is spent holding the write lock, and more than half of that is rendering the receipt *inside* the transaction. So two things are true: the lock is the ceiling, and we are standing on it with a heavy bag.

At 600 orders a minute SQLite is over its limit with that bag. At 1,000, which marketing expects, it is over its limit without it. Moving is the only option that has headroom.

VOTE: A
PROBABILITIES: A 64, B 36
REASON: Only Postgres has room for the 1,000 orders a minute that marketing expects.`,
      `I was wrong about the headroom. Orders need not be written at the rate at which they arrive [{devops 1}]: with a queue on disk, one writer in batches of 50 does about 4,000 orders a minute on this machine. I measured that in spring for the import.

So the ceiling can be lifted in a week, and tested in an evening, while the move cannot be tested before the freeze at all.

VOTE: B
PROBABILITIES: A 27, B 73
REASON: A batched writer reaches four times the expected peak, and can be tested in time.
CHANGED: yes, because [{devops 1}] a queue separates arriving from writing`,
    ],
  },
  security: {
    Contribute: [
      `Payment data is in scope here. A move means two copies of it for at least a week, new credentials in the deployment, a new port in the network, and backups in a format that our restore drill has never seen.

None of that is hard. All of it takes an audit, and the auditor is booked until the 3rd. A move without it is a finding we would have to report.

VOTE: B
PROBABILITIES: A 22, B 78
REASON: The move needs an audit that cannot happen before the freeze.`,
      `The queue must be on disk before the customer sees "thank you". A queue in memory is an order that we took money for and do not have. With that, I see no new risk in it: the same process, the same file system, the same backups.

VOTE: B
PROBABILITIES: A 18, B 82
REASON: A durable queue adds no new data flow, and a move before the audit does.
CHANGED: no`,
    ],
  },
  devops: {
    Contribute: [
      `Count the nights. Between now and the freeze there are 24 days, of which six nights are quiet enough to switch the checkout. A switch without a practised way back is a bet, and practising takes two of those nights. A load test takes two more. One storm, one sick developer, and we meet the freeze half moved.

Orders can wait in a queue for a second. Customers do not notice a second. They noticed nine.

VOTE: B
PROBABILITIES: A 30, B 70
REASON: There are not enough quiet nights to practise the switch and the way back.`,
      `The best argument for moving now is that the cause stays until January [{architect 1}]. It does. But the queue is 200 lines, and the same code feeds the new database in January. It is not thrown away: it is the first half of the move.

If its test at 1,200 orders a minute fails, I change my vote, and we ask for the extra week.

VOTE: B
PROBABILITIES: A 24, B 76
REASON: The queue is the first half of the move, and it can be tested by the 12th.
CHANGED: no`,
    ],
  },
}

export const decision: Example = {
  slug: 'decision',
  title: 'A panel decides',
  text: 'Four seats vote blind, split two to two, and one of them is convinced.',
  goal,
  run,
  play: playing(cast),
  person: [{ whenAsked: 'topic', afterMs: 5_000, command: { type: 'approve', by: 'person' } }],
}
