import { type Ask, emptySession, type Session, type SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import type { Program } from '../program.ts'
import { findByPrefix } from './find-by-prefix.ts'

const one = '01K5ZV3W8Y0000000000AAAAAA' as SessionId
const two = '01K5ZV3W8Y0000000000BBBBBB' as SessionId

/** Sessions with all asks made in them, and the pending ones. */
function programWith(sessions: { readonly [id: string]: { asked: readonly string[]; pending: readonly string[] } }) {
  const loaded: string[] = []
  const ids = Object.keys(sessions) as SessionId[]
  const stateOf = (id: SessionId): Session => {
    const asks = (sessions[id]?.pending ?? []).map((call) => [call, { ask: `${call}/ask`, since: 1 } as unknown as Ask])
    return { ...emptySession(id), asks: Object.fromEntries(asks) }
  }
  const log = {
    list: async () => ids.filter((id) => sessions[id]?.pending.length).map((id) => ({ id })),
    find: async (part: string) => ids.filter((id) => id.includes(part)),
    head: async (id: string) => (Object.hasOwn(sessions, id) ? 9 : 0),
    read: async (id: string) =>
      (sessions[id]?.asked ?? []).map((call) => ({ type: 'permission.asked', data: { ask: `${call}/ask` } })),
  }
  const engine = {
    state: async (id: SessionId) => {
      loaded.push(id)
      return stateOf(id)
    },
  }
  return { program: { store: async () => ({ log }), engine: async () => engine } as unknown as Program, loaded }
}

const ten = Array.from({ length: 10 }, (_, index) => `1/coder/c1-${index + 1}`)

async function meant(program: Program, written: string): Promise<string> {
  const found = await findByPrefix(program, written)
  return found.ok ? found.value.id : found.refusal.code
}

test('the id of an answered ask never means another one with the same prefix', async () => {
  const { program } = programWith({ [one]: { asked: ten, pending: ['1/coder/c1-10'] } })
  expect(await meant(program, `${one}.1.coder.c1-1`)).toBe('already_answered')
  expect(await meant(program, '00AAAAAA.1.coder.c1-1')).toBe('already_answered')
  expect(await meant(program, '00AAAAAA.1.coder.c1-10')).toBe(`${one}.1.coder.c1-10`)
})

test('once nothing is pending, the last ask counts as answered too', async () => {
  const { program } = programWith({ [one]: { asked: ten, pending: [] } })
  expect(await meant(program, '00AAAAAA.1.coder.c1-10')).toBe('already_answered')
  expect(await meant(program, '00AAAAAA.1.coder.c1-11')).toBe('approval_not_found')
})

test('a prefix is enough if only one pending ask has it, and it cannot end inside a number', async () => {
  const { program } = programWith({ [one]: { asked: [], pending: ['1/coder/c1-10', '1/tester/c1-2'] } })
  expect(await meant(program, '00aaaaaa.1.co')).toBe(`${one}.1.coder.c1-10`)
  expect(await meant(program, '00AAAAAA.1.tester')).toBe(`${one}.1.tester.c1-2`)
  expect(await meant(program, '00AAAAAA')).toBe('ambiguous_approval')
  expect(await meant(program, '00AAAAAA.1.coder.c1-1')).toBe('approval_not_found')
})

test('the middle or the end of an id matches nothing', async () => {
  const { program } = programWith({ [one]: { asked: [], pending: ['1/coder/c1-1'] } })
  for (const part of ['AAAA', 'coder', '1.coder.c1-1', 'c1-1', '1/coder/c1-1', '.1.coder', '....'])
    expect([part, await meant(program, part)]).toEqual([part, 'approval_not_found'])
  expect(await meant(program, '00A')).toBe('bad_approval')
})

test('a prefix shared by several sessions is ambiguous, and none of them is loaded to find out', async () => {
  const waits = { asked: [], pending: ['1/coder/c1-1'] }
  const { program, loaded } = programWith({ [one]: waits, [two]: waits })
  expect(await meant(program, '01K5ZV')).toBe('ambiguous_approval')
  expect(loaded).toEqual([])
  expect(await meant(program, '00BB')).toBe(`${two}.1.coder.c1-1`)
  expect(new Set(loaded)).toEqual(new Set([two]))
})
