import { describe, expect, test } from 'vitest'
import type { Effect, Outcome } from '../effect/effect.ts'
import type { ContextLine } from '../effect/request.ts'
import type { Image } from '../image/image.ts'
import { toArray } from '../list/list.ts'
import {
  begun,
  domain,
  ends,
  reply,
  runStart,
  seat,
  settled,
  told,
  underWay,
  wanted,
} from '../session/session.fixture.ts'
import type { SessionId } from '../shared/ids.ts'
import { emptySession, type Session } from '../state/session.ts'
import type { ToolSpec } from '../tool/tool.ts'

const image: Image = { hash: 'a'.repeat(64), mediaType: 'image/png', bytes: 70, width: 300, height: 250 }
const read: ToolSpec = {
  name: 'read',
  description: '',
  input: {},
  permission: 'read',
  readOnly: true,
  timeoutMs: 1_000,
}
const settings = { tools: { read }, permissions: [{ layer: 'user', rules: { '*': 'allow' } }] }

const linesOf = (session: Session, task = '1/ada'): readonly ContextLine[] => {
  const open = session.tasks[task as never]
  return open ? toArray(open.lines) : []
}

function end(session: Session, kind: Effect['kind'], outcome: Outcome): Session {
  const effect = wanted(session).find((one) => one.kind === kind)
  return effect ? settled(session, domain.absorb(session, effect, outcome)) : session
}

/** Ada reads a file and is shown an image. */
function shown(): Session {
  const calls = [{ tool: 'read', input: { path: 'logo.png' } }]
  const called = ends(underWay(begun({ settings })), 'ada', reply('Let me see.', { calls, finish: 'tools' }))
  const resources = [{ permission: 'read', target: 'logo.png' }]
  const running = underWay(end(called, 'inspect', { kind: 'inspected', resources }))
  return end(running, 'tool', { kind: 'output', ok: true, output: 'A PNG image.', images: [image], ms: 1 })
}

describe('images', () => {
  test('from a tool are in the conversation with its text, and cost tokens', () => {
    const before = begun({ settings }).tasks['1/ada' as never]?.size ?? 0
    const session = shown()
    expect(linesOf(session).at(-1)).toMatchObject({ role: 'tool', output: 'A PNG image.', images: [image] })
    expect(session.tasks['1/ada' as never]?.size).toBeGreaterThan(before + 100)
  })

  test('attached to the goal are shown to everyone who starts on it', () => {
    const members = [seat('ada'), seat('bert')]
    const run = runStart({ mode: 'broadcast', members })
    const create = { type: 'create', goal: 'What is this?', workspace: '/project', images: [image], run } as const
    const session = told(emptySession('S' as SessionId), create)
    const asked = Object.keys(session.tasks).map((task) => linesOf(session, task)[0])
    expect(asked).toHaveLength(2)
    for (const line of asked) expect(line).toMatchObject({ role: 'user', images: [image] })
  })

  test('in a later message go to the agent that answers it, without repeating the first ones', () => {
    const create = { type: 'create', goal: 'Hm?', workspace: '/project', images: [image], run: runStart() } as const
    const asked = told(emptySession('S' as SessionId), create)
    const done = ends(underWay(asked), 'ada', reply('A logo.'))
    const other = { ...image, hash: 'b'.repeat(64) }
    const again = told(done, { type: 'message', text: 'And this?', images: [other] })
    const task = Object.keys(again.tasks)[0] ?? ''
    const images = linesOf(again, task).flatMap((line) => (line.role === 'user' ? [line.images ?? []] : []))
    expect(images).toEqual([[image], [other]])
  })
})
