import type { Answer } from '../answer.ts'
import { faultNamed } from '../faults/catalogue.ts'
import type { Reply } from '../reply.ts'
import { type Match, on, type Rule } from '../rules.ts'

type ScriptedReply = Answer | { readonly fault: string }

/** The contents of a script file: rules in order, each with one or more replies. */
export type Script = {
  readonly models?: readonly string[]
  readonly rules?: readonly { readonly on?: Match; readonly reply: ScriptedReply | readonly ScriptedReply[] }[]
}

/** The rules of a script file. Throws if it names an unknown fault, or has a rule without a reply. */
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
