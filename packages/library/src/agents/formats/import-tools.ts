import { type Json, toolsCalled } from '@convene/domain'

/** Our names for the tools that another program's file lists, as words or in one line with commas. */
export function toolNames(listed: Json | undefined): readonly string[] {
  const names = typeof listed === 'string' ? listed.split(',') : Array.isArray(listed) ? listed : []
  return [...new Set(names.filter((name) => typeof name === 'string').flatMap(toolName))]
}

function toolName(written: string): readonly string[] {
  const name = (written.split('(', 1)[0] ?? '').trim()
  if (name === '') return []
  if (name.startsWith('mcp__')) return [name.replaceAll('__', '_')]
  if (name.includes('/')) return [`mcp_${name.replaceAll('/', '_')}`]
  return toolsCalled(name.toLowerCase())
}
