import { type Json, ok, type Result, refuse } from '@convene/domain'
import { show } from '@convene/platform'
import type { core } from 'zod'
import type { Tool } from '../tool.ts'

const MAX_ISSUES = 5

/** The input as the tool expects it, or what is wrong with it, in words that the model can act on. */
export async function parseInput<Input>(tool: Tool<Input>, input: Json): Promise<Result<Input>> {
  const parsed = await tool.input.safeParseAsync(input, { reportInput: true })
  if (parsed.success) return ok(parsed.data)
  const issues = parsed.error.issues.slice(0, MAX_ISSUES).map(describe)
  return refuse('bad_input', `The input of "${tool.name}" is not valid. ${issues.join(' ')} Correct it and call again.`)
}

function describe(issue: core.$ZodIssue): string {
  const where = issue.path.length > 0 ? `"${issue.path.join('.')}"` : 'The input'
  if (issue.code === 'unrecognized_keys')
    return `${where} has no field ${issue.keys.map((key) => `"${key}"`).join(', ')}.`
  if (issue.input === undefined && issue.path.length > 0) return `${where} is missing.`
  return `${where} is ${show(issue.input)}: ${sentence(issue.message)}`
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
