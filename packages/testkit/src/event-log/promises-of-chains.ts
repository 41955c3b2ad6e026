import { hash } from 'node:crypto'
import { Chain, type ChainHead, type Event, fact, type SessionId, type WireEvent } from '@convene/domain'
import type { Contract } from '../contract/describe-contract.ts'
import type { LogFixture } from './log-fixture.ts'
import { sampleFacts, sampleRow, sessionNumber, stamped, userSays } from './sample-events.ts'

const session = sessionNumber(1)
const row = sampleRow()
const created = fact('session.created', { goal: 'g', workspace: '/w', title: 't', salt: 'ab'.repeat(32) })
const first = stamped(session, 0, [created, ...sampleFacts.slice(1)])
const second = stamped(session, first.length, [userSays('And Saturday?'), userSays('x'.repeat(70_000))])
const third = stamped(session, first.length + second.length, [userSays('Or Sunday?')])
const whole = [...first, ...second, ...third]

/** What the chain of these events is. */
function linksOf(id: SessionId, events: readonly (Event | WireEvent)[]): readonly ChainHead[] {
  const chain = new Chain(id, (text) => hash('sha256', text, 'hex'))
  const links = events.map((event) => ({ ...chain.add(event), batch: event.batch }))
  return links.filter(({ batch }, index) => links[index + 1]?.batch !== batch).map(({ seq, link }) => ({ seq, link }))
}

/** Every append continues the session's chain, in every log alike. */
export const chaining: Contract<LogFixture> = {
  'links every append to the one before, also if another process wrote it': async ({ log, other }, expect) => {
    await log.append(session, 0, first, row)
    await other.append(session, first.length, second, row)
    await log.append(session, first.length + second.length, third, row)
    const links = await log.links(session)
    expect(links).toEqual(linksOf(session, whole))
    expect(links).toEqual(linksOf(session, await other.stored(session)))
    expect(await other.links(session, first.length + 1)).toEqual(links.slice(1))
  },
  'links the parts of an append that brings many at once': async ({ log }, expect) => {
    await log.append(session, 0, whole, row)
    expect(await log.links(session)).toEqual(linksOf(session, whole))
  },
  'gives a restored session the same chain': async ({ log }, expect) => {
    await log.append(session, 0, first, row)
    const before = await log.links(session)
    await log.remove(session)
    expect(await log.links(session)).toEqual([])
    await log.append(session, 0, first, row)
    await log.append(session, first.length, second, row)
    expect(await log.links(session)).toEqual([...before, ...linksOf(session, whole).slice(1, 2)])
  },
  'continues the chain after it is opened again': async ({ log, reopened }, expect) => {
    await log.append(session, 0, first, row)
    const again = await reopened()
    await again.append(session, first.length, second, row)
    expect(await again.links(session)).toEqual(linksOf(session, [...first, ...second]))
  },
  'leaves no trace of a refused append in the chain': async ({ log, other }, expect) => {
    await log.append(session, 0, first, row)
    const other2 = stamped(session, first.length, [userSays('No.')])
    await Promise.allSettled([
      log.append(session, first.length, other2, row),
      other.append(session, first.length, other2, row),
      log.append(session, 99, third, row),
    ])
    expect(await log.links(session)).toEqual(linksOf(session, [...first, ...other2]))
  },
}
