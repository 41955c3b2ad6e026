import type { Claim } from '../claim/claim.ts'
import type { Effect, Outcome, ToolEffect } from '../effect/effect.ts'
import { toArray } from '../list/list.ts'
import type { Session } from '../state/session.ts'
import type { Resource, ToolSpec } from '../tool/tool.ts'
import { begun, domain, ends, reply, seat, settled, told, underWay, wanted } from './session.fixture.ts'

/** What an agent does before it reports. */
export type Act =
  | { readonly sh: string; readonly exit?: number; readonly out?: string; readonly workdir?: string }
  | { readonly write: string; readonly text?: string; readonly refused?: boolean }
  | { readonly read: string; readonly missing?: boolean }
  | { readonly grep: string; readonly out: string }
  | { readonly fetch: string; readonly down?: boolean }
  | { readonly tool: string; readonly out?: string }

const spec = (name: string): ToolSpec => ({
  name,
  description: name,
  input: {},
  permission: name,
  readOnly: false,
  timeoutMs: 60_000,
})
const names = ['bash', 'write', 'read', 'grep', 'webfetch', 'mcp_lab', 'task']
const tools = Object.fromEntries(names.map((name) => [name, spec(name)]))
const settings = { tools, permissions: [{ layer: 'user', rules: { '*': 'allow' } }], yes: true }

type Called = {
  readonly tool: string
  readonly input: object
  readonly resources: readonly Resource[]
  readonly end: Outcome
}

function calledAs(act: Act): Called {
  if ('sh' in act) {
    const { sh, exit = 0, out = '', workdir } = act
    const output = `${out.trimEnd()}\n[exit code ${exit}, 0.4 s]`.trim()
    const redirected = [...sh.matchAll(/>\s*([\w./-]+)/gu)].map(([, target = '']) => ({ permission: 'edit', target }))
    return {
      tool: 'bash',
      input: { command: sh, ...(workdir && { workdir }) },
      resources: [{ permission: 'bash', target: sh }, ...redirected],
      end: { kind: 'output', ok: exit === 0, output, ms: 400 },
    }
  }
  if ('write' in act) return ofFile('write', 'edit', { path: act.write, text: act.text ?? 'x' }, !act.refused)
  if ('read' in act) return ofFile('read', 'read', { path: act.read }, !act.missing)
  if ('grep' in act)
    return {
      ...ofFile('grep', 'grep', { path: act.grep }, true),
      end: { kind: 'output', ok: true, output: act.out, ms: 1 },
    }
  if ('fetch' in act)
    return {
      tool: 'webfetch',
      input: { url: act.fetch },
      resources: [{ permission: 'webfetch', target: act.fetch }],
      end: { kind: 'output', ok: !act.down, output: '', ms: 1 },
    }
  return {
    tool: act.tool,
    input: {},
    resources: [{ permission: act.tool, target: act.tool }],
    end: { kind: 'output', ok: true, output: act.out ?? 'ok', ms: 1 },
  }
}

const ofFile = (
  tool: string,
  permission: string,
  input: { readonly path: string; readonly text?: string },
  ok: boolean,
): Called => ({
  tool,
  input,
  resources: [{ permission, target: input.path, absolute: `/project/${input.path}` }],
  end: { kind: 'output', ok, output: ok ? 'Done.' : 'Failed.', ms: 1 },
})

function perform(session: Session, agent: string, act: Act): Session {
  const { tool, input, resources, end } = calledAs(act)
  const asked = ends(underWay(session), agent, reply('', { calls: [{ tool, input }], finish: 'tools' }))
  const inspected = absorbing(asked, 'inspect', { kind: 'inspected', resources })
  return absorbing(underWay(inspected), 'tool', end)
}

function absorbing(session: Session, kind: Effect['kind'], outcome: Outcome): Session {
  const effect = [...Object.values(session.started), ...wanted(session)].find(
    (one): one is ToolEffect => one.kind === kind,
  )
  if (!effect) throw new Error(`no ${kind} is wanted`)
  return settled(session, domain.absorb(session, effect, outcome))
}

/** A run in which one agent does this. Then it reports. */
export function sessionAfter(acts: readonly Act[], report: string): Session {
  const first = begun({ members: [seat('ada')], settings: settings as never })
  const done = acts.reduce((session, act) => perform(session, 'ada', act), first)
  return ends(underWay(done), 'ada', reply(report))
}

/** The same session later: the agent gets another message, does more, and reports again. */
export function sessionOn(session: Session, acts: readonly Act[], report: string): Session {
  const asked = told(session, { type: 'message', text: 'Go on.' } as never)
  const done = acts.reduce((open, act) => perform(open, 'ada', act), asked)
  return ends(underWay(done), 'ada', reply(report))
}

/** The claims in the last report. */
export const claimsOfLast = (session: Session): readonly Claim[] => toArray(session.messages).at(-1)?.claims ?? []

/** The claims in a report after this work. */
export const claimsAfter = (acts: readonly Act[], report: string): readonly Claim[] =>
  claimsOfLast(sessionAfter(acts, report))
