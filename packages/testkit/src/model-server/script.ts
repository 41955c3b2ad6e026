import type { Answer } from './answer.ts'
import { faultNamed } from './faults/catalogue.ts'
import type { Reply } from './reply.ts'
import { type Match, on, type Rule } from './rules.ts'

type ScriptedReply = Answer | { readonly fault: string }

/** What a script file holds: rules in order, each with one reply or several in turn. */
export type Script = {
  readonly models?: readonly string[]
  readonly rules?: readonly { readonly on?: Match; readonly reply: ScriptedReply | readonly ScriptedReply[] }[]
}

/** The rules of a script file. Throws where it names a fault that is not in the catalogue, or has a rule without a reply. */
export function rulesOf(script: Script): readonly Rule[] {
  return (script.rules ?? []).map((rule) => {
    const [first, ...more] = [rule.reply].flat().map(replyOf)
    if (!first) throw new Error(`A rule without a reply: ${JSON.stringify(rule)}`)
    return on(rule.on ?? {}, first, ...more)
  })
}

function replyOf(reply: ScriptedReply): Reply {
  if (!('fault' in reply)) return reply
  const fault = faultNamed(reply.fault)
  if (!fault) throw new Error(`No fault is called "${reply.fault}".`)
  return fault
}
