import { EffectKey, type Event, fact } from '@convene/domain'
import { fakeClock, memoryEventLog, sampleRow, sessionNumber, stamped } from '@convene/testkit'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TextPiece } from '../ports/text-elsewhere.ts'
import { Followers } from './followers.ts'

const session = sessionNumber(1)
const effect = EffectKey.parse('1/t1/ada/say1.1')
const hello = fact('message', { author: 'user', role: 'user', kind: 'user', text: 'Hello' })
const lost = fact('effect.lost', { effect, attempt: 1 } as never)
const settled = () => new Promise((resolve) => setImmediate(resolve))
const piece = (text: string, at: number, after = 1): TextPiece => ({ effect, kind: 'text', text, at, after })

describe('live text from another process', () => {
  const log = { current: memoryEventLog() }
  let takes: ((piece: TextPiece) => void)[] = []
  let said: string[] = []
  let followers: Followers
  const feed = (told = said) => ({
    batch: (events: readonly Event[]) => void told.push(...events.map(({ seq }) => `#${seq}`)),
    delta: (_: EffectKey, __: string, text: string) => void told.push(text),
  })
  const send = (...pieces: readonly TextPiece[]) => {
    for (const each of pieces) for (const take of takes) take(each)
  }
  const append = async (after: number, ...facts: readonly ReturnType<typeof fact>[]) => {
    await log.current.append(session, after, stamped(session, after, [...facts] as never), sampleRow())
    followers.refresh(() => false)
    await settled()
  }

  beforeEach(async () => {
    log.current = memoryEventLog()
    takes = []
    said = []
    const elsewhere = {
      follow: (_: unknown, take: (piece: TextPiece) => void) => {
        takes.push(take)
        return () => void takes.splice(takes.indexOf(take), 1)
      },
    }
    followers = new Followers({ log: log.current, clock: fakeClock(), elsewhere })
    await log.current.append(session, 0, stamped(session, 0, [hello]), sampleRow())
    followers.add(session, 0, feed())
    await settled()
    said.length = 0
  })

  test('is shown as it arrives', () => {
    send(piece('On ', 0), piece('Friday', 3))
    expect(said).toEqual(['On ', 'Friday'])
  })

  test('waits for the event that began its call', async () => {
    send(piece('On ', 0, 2), piece('Friday', 3, 2))
    expect(said).toEqual([])
    await append(1, hello)
    expect(said).toEqual(['#2', 'On Friday'])
  })

  test('is not shown twice if its server sends it again from the beginning', () => {
    send(piece('On ', 0), piece('On Fri', 0), piece('Fri', 3), piece('day', 6))
    expect(said.join('')).toBe('On Friday')
  })

  test('has no gaps: after one, text waits until the whole text arrives again', () => {
    send(piece('On ', 0), piece('day', 6))
    expect(said.join('')).toBe('On ')
    send(piece('On Friday', 0))
    expect(said.join('')).toBe('On Friday')
  })

  test('is dropped after the end of its call', async () => {
    send(piece('On ', 0))
    await append(1, lost)
    send(piece('Friday', 3), piece('On Friday', 0))
    expect(said).toEqual(['On ', '#2'])
  })

  test('reaches a second follower from the beginning, over the same connection', async () => {
    send(piece('On ', 0))
    const second: string[] = []
    followers.add(session, 1, feed(second))
    await settled()
    send(piece('Friday', 3))
    expect(second.join('')).toBe('On Friday')
    expect(takes).toHaveLength(1)
  })

  test('is requested only while a follower shows it', async () => {
    const other = sessionNumber(2)
    followers.add(other, 0, { batch: () => undefined })
    expect(takes).toHaveLength(1)
    const leave = followers.add(other, 0, feed([]))
    expect(takes).toHaveLength(2)
    leave()
    followers.close()
    expect(takes).toHaveLength(0)
  })

  test('takes a bounded amount of memory, however much arrives', () => {
    const long = 'x'.repeat(600_000)
    send(piece(long, 0), piece(long, 600_000))
    expect(said.join('')).toHaveLength(600_000)
  })
})
