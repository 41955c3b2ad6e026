import { expect, test } from 'vitest'
import { optionsNamed } from './goal-options.ts'

test.for([
  [
    'Should the shop move its orders from SQLite to Postgres, or stay on SQLite?',
    ['Move its orders from SQLite to Postgres', 'Stay on SQLite'],
  ],
  ['Should we move to Postgres, or stay on SQLite?', ['Move to Postgres', 'Stay on SQLite']],
  ['We have 3 days. Should we ship or wait?', ['Ship', 'Wait']],
  ['Should we ship on Friday or not?', ['Ship on Friday', 'Do not ship on Friday']],
  ['Redis or Postgres?', ['Redis', 'Postgres']],
  ['Should we use Redis, Postgres or SQLite?', ['Use Redis', 'Use Postgres', 'Use SQLite']],
  ['Should we buy it or should we build it?', ['Buy it', 'Build it']],
  ['How should we store it, in Redis or in Postgres?', ['In Redis', 'In Postgres']],
  [
    'Should the shop keep its sessions in Redis or in Postgres?',
    ['Keep its sessions in Redis', 'Keep its sessions in Postgres'],
  ],
  ['Should we pay by card or by invoice?', ['Pay by card', 'Pay by invoice']],
  ['Which is better: tabs or spaces?', ['Tabs', 'Spaces']],
  ['Is it better to rewrite it or to keep it?', ['Rewrite it', 'Keep it']],
  ['Redis vs. Postgres for sessions', ['Redis', 'Postgres']],
  ['Help us choose between a monolith and services.', ['A monolith', 'Services']],
] as const)('%j names the options %j', ([goal, options]) => expect(optionsNamed(goal)).toEqual(options))

test.for([
  ['Should we move to services?'],
  ['What could go wrong with this migration?'],
  ['Review this for bugs or smells.'],
  ['Is Redis or Postgres better for sessions?'],
  ['What should we read or write first?'],
  ['Do we need two or more servers?'],
  ['Does the cache or the database cause the delay?'],
  [''],
])('%j names no options that code could tell apart', ([goal = '']) => expect(optionsNamed(goal)).toEqual([]))

test('no goal takes long to read', () => {
  const before = process.cpuUsage()
  for (const part of ['should we ', 'or ', 'or? ', 'between a and ', 'vs. ', ', ', '? '])
    optionsNamed(part.repeat(50_000))
  // CPU time rather than the clock: a busy machine is slow without taking long.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000)
})
