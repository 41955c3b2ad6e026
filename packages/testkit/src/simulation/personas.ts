import type { Json, ModelRequest } from '@convene/domain'
import type { ModelPart } from '@convene/engine'
import { askOf } from './panel-of.ts'

type PersonaRequest = ModelRequest & { readonly effect: string }

/** A model that never does what it is asked. Returns what it streams, or undefined if it answers like the others. */
export type Persona = (request: PersonaRequest) => readonly ModelPart[] | undefined

const usage = { input: 50, cached: 0, output: 10 }
const says = (text: string): readonly ModelPart[] => [
  { type: 'text', text },
  { type: 'finish', finish: 'stop', usage },
]

const wants = (...calls: readonly (readonly [tool: string, input: Json])[]): readonly ModelPart[] => [
  ...calls.map(([tool, input]) => ({ type: 'call', tool, input }) as const),
  { type: 'finish', finish: 'tools', usage },
]

/** Says this under these headings, and nothing special under others. */
const under =
  (lines: { readonly [heading: string]: (request: PersonaRequest) => string }): Persona =>
  (request) => {
    const line = lines[askOf(request).heading]
    return line && says(line(request))
  }

/** All agents it could delegate to, as listed by its tool. */
function targetsOf({ tools }: PersonaRequest, tool: string): readonly string[] {
  const input = tools.find(({ name }) => name === tool)?.input.properties as Named | undefined
  return input?.agentName?.enum ?? []
}

type Named = { readonly agentName?: { readonly enum?: readonly string[] } }

/** In a debate: the same words in every turn. */
const stubborn = { Contribute: () => 'I say no.', 'Converged?': () => 'NOT_CONVERGED' }

export const personas: { readonly [name: string]: Persona } = {
  'never answers': () => [{ type: 'finish', finish: 'stop', usage }],
  'always hands off to nobody': under({ Task: () => 'HANDOFF: nobody: they know' }),
  'always hands off to itself': under({ Task: ({ agent }) => `HANDOFF: ${agent}: I know` }),
  'always refuses': under({ Task: () => 'HANDOFF: bert: he knows', Handoff: () => 'REFUSE: no time', ...stubborn }),
  'is always blocked': under({ Task: () => 'BLOCKED: no idea', ...stubborn }),
  'always reopens': under({ Review: () => 'REOPEN: no proof', ...stubborn }),
  'is always concerned': under({
    'Review plan': () => 'The order is wrong.',
    Evaluate: () => 'SCORE: 0.1\n[[NEEDS_ITERATION]]',
    Plan: ({ effect }) => `I have concerns about ${effect}.`,
    ...stubborn,
  }),
  'always wants more analysis': under({
    Contribute: ({ effect }) => `[MORE_ANALYSIS_NEEDED]\nPOSITION: ${effect}\nCONFIDENCE: 10\nCHANGED: yes, because m1`,
    'Converged?': () => 'NOT_CONVERGED',
  }),
  'delegates in circles': (request) => {
    const input = { workDescription: `Do ${request.effect}.`, reportExpectations: 'All.' }
    const targets = targetsOf(request, 'delegateWork')
    if (targets.length > 0)
      return wants(...targets.map((agentName) => ['delegateWork', { ...input, agentName }] as const))
    return request.tools.length > 0 ? wants(['delegateWork', { ...input, agentName: 'ada' }]) : undefined
  },
  'spawns forever': (request) => {
    const [agentName] = targetsOf(request, 'task')
    if (agentName === undefined) return undefined
    return wants(...[1, 2, 3].map((count) => ['task', { agentName, prompt: `${count} of ${request.effect}` }] as const))
  },
  'makes the same call': ({ tools }) => (tools.length > 0 ? wants(['read', { target: 'file-0' }]) : undefined),
  'makes two calls in turn': ({ tools, effect }) =>
    tools.length > 0 ? wants(['read', { target: `file-${effect.length % 2}` }]) : undefined,
  'calls tools that do not exist': ({ effect }) => wants(['fly', { to: effect }]),
  'asks forever': ({ tools, effect }) =>
    tools.some(({ name }) => name === 'question') ? wants(['question', { question: `What of ${effect}?` }]) : undefined,
  'cuts every answer off': ({ effect }) => [
    { type: 'text', text: `VOTE: wa` },
    { type: 'text', text: `\n{"steps": [{"id": "${effect.length}` },
    { type: 'finish', finish: 'length', usage },
  ],
  'decorates every answer': under({
    Vote: () => '> **VOTE**: *wait*\n\n**VOTE:** `ship`',
    Decide: () => '### DECISION: **wait**',
    Evaluate: () => '**SCORE:** `0.6`\n> [[GROUP_REFLECT_COMPLETE]]',
    'Review plan': () => '**APPROVE**',
    Review: () => '## ACCEPT',
    Handoff: () => '- ACKNOWLEDGE',
  }),
  'never comes to the point': under({
    Vote: () => `${'There is much to say about both. '.repeat(60)}\nI lean towards wait, or ship.`,
    Evaluate: () => `${'It is good, and it could be better. '.repeat(60)}`,
    'Review plan': () => `${'I see what you mean. '.repeat(60)}`,
    Review: () => `${'The criteria are worth a thought. '.repeat(60)}`,
    Handoff: () => `${'That is kind of you. '.repeat(60)}`,
    ...stubborn,
  }),
  'answers in another language': under({
    Vote: () => 'STIMME: warten\nBEGRÜNDUNG: 还没有准备好',
    Evaluate: () => 'PUNKTE: hoch',
    'Review plan': () => 'Ich bin einverstanden.',
    Review: () => '很好。',
    Handoff: () => 'Нет, спасибо.',
    ...stubborn,
  }),
  'speaks two protocols at once': under({
    Vote: () => 'APPROVE\nACCEPT\nVOTE: wait\n{"vote": "ship"}\nSCORE: 1',
    Evaluate: () => 'VOTE: ship\nSCORE: 0.4\n[[GROUP_REFLECT_COMPLETE]]\n[[NEEDS_ITERATION]]',
    'Review plan': () => 'APPROVE\nREOPEN: no\nCONCERNS: yes',
    Review: () => 'ACCEPT\nREOPEN: no proof\nAPPROVE',
    Handoff: () => 'ACKNOWLEDGE\nREFUSE: no time\nBLOCKED: no',
  }),
  'names things that do not exist': under({
    Vote: ({ effect }) => `VOTE: option ${effect.length}\nREASON: as m999 says`,
    Plan: () => '@worker:Nobody\nDo it.\n@end\n{"steps": [{"id": "s1", "owner": "nobody", "description": "Do it."}]}',
    Task: () => 'HANDOFF: somebody: they know [m999]',
    Options: () => '- m998\n- m999',
    ...stubborn,
  }),
}
