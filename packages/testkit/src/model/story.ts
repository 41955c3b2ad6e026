import type { Json, Usage } from '@convene/domain'
import { faultNamed } from '../model-server/faults/catalogue.ts'
import type { Reply } from '../model-server/reply.ts'

/** What a model does in one sentence of the contract. */
export type ModelStory =
  | {
      readonly does: 'answer'
      readonly text?: string
      readonly reasoning?: string
      readonly calls?: readonly { readonly tool: string; readonly input: Json }[]
      readonly usage?: Usage
      readonly finish?: 'length'
      readonly parts?: number
    }
  /** A call whose input is invalid JSON. */
  | { readonly does: 'call badly'; readonly tool: string }
  | { readonly does: 'fail'; readonly code: 'rate_limited' | 'unauthorized' }
  /** Says something, then nothing forever. */
  | { readonly does: 'hang' }
  /** Says something and ends without a finish. */
  | { readonly does: 'break off' }

/** The story as a reply of the model server, for adapters that use it. */
export function replyOf(story: ModelStory): Reply {
  switch (story.does) {
    case 'answer': {
      const { does: _, calls, usage, ...answer } = story
      const spoken = calls?.map(({ tool, input }) => ({ name: tool, input }))
      return { ...answer, ...(spoken ? { calls: spoken } : {}), ...(usage ? { usage } : {}) }
    }
    case 'call badly':
      return { calls: [{ name: story.tool, input: {}, raw: '{"path": "a.m' }] }
    case 'fail':
      return named(story.code === 'unauthorized' ? 'status-401' : 'retry-after-seconds')
    case 'hang':
      return named('stalled-in-text')
    case 'break off':
      return named('truncated-in-text')
  }
}

function named(name: string): Reply {
  const fault = faultNamed(name)
  if (!fault) throw new Error(`No fault is called "${name}".`)
  return fault
}
