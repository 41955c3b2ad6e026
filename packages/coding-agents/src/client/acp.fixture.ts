import { AGENT_STEP, type ContextLine, type Json, listOf, type ModelRequest, type SessionId } from '@convene/domain'
import type { ModelPart } from '@convene/engine'
import type { AgentModels } from '@convene/host'
import type { AcpAgent } from '@convene/models'
import { type Deed, deed, type ScriptedAgent, scriptedAgent, temporaryFolder } from '@convene/testkit'
import { onTestFinished } from 'vitest'

import { acpModels } from './acp-models.ts'

const step = { name: AGENT_STEP, description: '', input: {}, permission: 'acp', readOnly: false, timeoutMs: 0 }

export type Trial = {
  readonly agent: ScriptedAgent
  readonly folder: string
  models: AgentModels
  /** Simulates another process of ours, after the first one is gone. */
  restart(): Promise<void>
  request(lines: readonly ContextLine[], more?: Partial<ModelRequest>): ModelRequest
  ask(lines: readonly ContextLine[], more?: Partial<ModelRequest>): Promise<readonly ModelPart[]>
}

/** The scripted agent as `acp/test`, in its own folder. */
export function trial(env: Record<string, string> = {}, mode = 'default', more: Partial<AcpAgent> = {}): Trial {
  const folder = temporaryFolder()
  const agent = scriptedAgent(folder.path, env)
  const settings = { test: { command: agent.command, args: agent.args, env: agent.env, mode, ...more } }
  const open = () => acpModels({ agents: async () => settings, environment: process.env, version: '1.2.3' })
  const request: Trial['request'] = (lines, more) => ({
    session: 'S' as SessionId,
    model: 'acp/test',
    system: 'You are Ada.',
    lines: listOf(...lines),
    tools: [step],
    maxOutput: 1_000,
    idleMs: 60_000,
    workspace: folder.path,
    directory: folder.path,
    agent: 'ada',
    conversation: '1/ada',
    ...more,
  })
  const made: Trial = {
    agent,
    folder: folder.path,
    models: open(),
    restart: async () => {
      await made.models.close()
      made.models = open()
    },
    request,
    ask: (lines, more) => partsOf(made.models, request(lines, more)),
  }
  onTestFinished(async () => {
    await made.models.close()
    folder[Symbol.dispose]()
  })
  return made
}

export async function partsOf(
  models: AgentModels,
  request: ModelRequest,
  signal = new AbortController().signal,
): Promise<readonly ModelPart[]> {
  const parts: ModelPart[] = []
  for await (const part of models.stream(request, signal)) parts.push(part)
  return parts
}

export const user = (...deeds: readonly (Deed | string)[]): ContextLine => ({
  role: 'user',
  text: deeds.map((each) => (typeof each === 'string' ? each : deed(each))).join('\n'),
})

/** The line that the log would store for these parts. */
export function replyOf(parts: readonly ModelPart[]): ContextLine {
  const end = parts.at(-1)
  const calls = parts.flatMap((part) =>
    part.type === 'call' ? [{ id: 'c1' as never, tool: part.tool, input: part.input }] : [],
  )
  const provider = end?.type === 'finish' ? end.provider : undefined
  return { role: 'assistant', text: textIn(parts), calls, provider: provider as Json }
}

export const result = (ok: boolean, output = 'Allowed.'): ContextLine => ({
  role: 'tool',
  call: 'c1' as never,
  tool: AGENT_STEP,
  ok,
  output,
})

export const textIn = (parts: readonly ModelPart[], type: 'text' | 'reasoning' = 'text'): string =>
  parts.map((part) => (part.type === type ? part.text : '')).join('')
