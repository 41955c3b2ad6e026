import type { SessionId } from '@convene/domain'
import type { Client } from '@convene/protocol'
import { describe, expect, test } from 'vitest'
import { remoteLog } from './remote-log.ts'

const S = '01JTESTTESTTESTTESTTESTTES' as SessionId

const logOf = (answers: object) => remoteLog(answers as unknown as Client)

const ok = (value: unknown) => async () => ({ ok: true, value })
const refused = (status: number) => async () => ({ ok: false, refusal: { status, code: 'x', message: 'Theirs.' } })

const event = (seq: number) => ({
  ...{ v: 1, seq, batch: seq, session: S, type: 'timer.fired', at: '2026-11-16T00:00:00.000Z' },
  data: { effect: 'e' },
})

describe('the sessions of a misbehaving server', () => {
  test('stop being read if events repeat', async () => {
    const events = ok({ items: [event(1), event(2)], next: '2' })
    expect((await logOf({ events }).read(S)).map(({ seq }) => seq)).toEqual([1, 2])
  })

  test('are given up if their pages never end', async () => {
    const sessions = ok({ items: [], next: 'more' })
    expect(await logOf({ sessions }).list({ limit: 50 })).toEqual([])
  })

  test('ask for an update if an event is unknown', async () => {
    const events = ok({ items: [{ ...event(1), type: 'from.the.future' }], next: null })
    await expect(logOf({ events }).read(S)).rejects.toMatchObject({ code: 'newer_version' })
  })

  test('say how to log in again after a revoked token, and that a server is unreachable', async () => {
    await expect(logOf({ sessions: refused(401) }).list({})).rejects.toThrow('convene login')
    await expect(logOf({ sessions: refused(0) }).list({})).rejects.toThrow('does not answer')
    await expect(logOf({ sessions: refused(403) }).list({})).rejects.toThrow('Theirs.')
  })

  test('are empty if they do not exist', async () => {
    const log = logOf({ events: refused(404) })
    expect([await log.head(S), await log.read(S)]).toEqual([0, []])
  })
})
