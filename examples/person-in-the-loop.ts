// Asks a person before anything changes, and continues after a restart where it waited.
import { createInterface } from 'node:readline/promises'
import { convene, type PermissionAsk } from '@convene/cli/sdk'

const terminal = createInterface({ input: process.stdin, output: process.stdout })
const onAsk = async ({ agent, tool, resource }: PermissionAsk) => {
  const said = await terminal.question(`${agent} wants to use ${tool} on ${resource}. Allow it? [y/N] `)
  return said.trim().toLowerCase() === 'y' ? ('once' as const) : ('deny' as const)
}

const team = convene()
const [session] = process.argv.slice(2)
const run = session ? await team.resume(session, { onAsk }) : await team.run({ goal: 'Tidy up the changelog.', onAsk })
console.log(`If you stop here, continue with: node person-in-the-loop.ts ${run.session}`)
console.log((await run.result).answer)
terminal.close()
await team.close()
