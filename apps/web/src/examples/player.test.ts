import type { Event } from '@convene/domain'
import { expect, test, vi } from 'vitest'
import { createPlayer } from './player.ts'

vi.stubGlobal('document', { hidden: true })

const session = '01KE0000000000000000000001'
const event = (seq: number, at: number, type: string, data: object): Event =>
  ({ v: 1, seq, batch: seq, id: seq, session, at, type, data }) as unknown as Event

const log = [
  event(1, 0, 'session.created', { goal: 'Which?', workspace: '/w', title: 'Which?' }),
  event(2, 1_000, 'session.updated', { title: 'Second' }),
  event(3, 2_000, 'session.updated', { title: 'Third' }),
]
const titleIn = (player: ReturnType<typeof createPlayer>) => player.getState().session.getState().view.session.title

test('plays, pauses, continues and ends', () => {
  const player = createPlayer(session, log)
  expect(titleIn(player)).toBe('Which?')
  player.tick(1_500)
  expect(titleIn(player)).toBe('Second')
  player.pause()
  player.tick(9_000)
  expect(titleIn(player)).toBe('Second')
  player.play()
  player.tick(9_000)
  expect([titleIn(player), player.getState().isPlaying, player.getState().time]).toEqual(['Third', false, 2_000])
})

test('seeks back to the state at that time, and replays from the start after the end', () => {
  const player = createPlayer(session, log)
  player.seek(1_950)
  expect(player.getState().time).toBe(2_000)
  expect(titleIn(player)).toBe('Third')
  player.seek(1_200)
  expect(titleIn(player)).toBe('Second')
  player.seek(2_000)
  player.pause()
  player.play()
  expect([titleIn(player), player.getState().time]).toEqual(['Which?', 0])
})

test('skips to the recorded answer and plays on from there', () => {
  const asked = [...log, event(4, 9_000, 'permission.answered', { ask: 'a', answer: 'once', by: 'person' })]
  const player = createPlayer(session, asked)
  player.pause()
  expect([player.skip(), player.getState().time, player.getState().isPlaying]).toEqual([true, 8_000, true])
  expect(player.skip()).toBe(false)
})

test('runs at the chosen speed', () => {
  const player = createPlayer(session, log)
  player.setSpeed(4)
  player.tick(300)
  expect(player.getState().time).toBe(1_200)
})
