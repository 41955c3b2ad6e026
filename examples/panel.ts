// A panel decides, in twenty lines. Needs a key in the environment, such as ANTHROPIC_API_KEY.
import { convene } from '@convene/cli/sdk'

const team = convene({ workspace: '.' })
const run = await team.run({
  goal: 'Should this service keep its sessions in Redis or in Postgres?',
  mode: 'panel',
  agents: ['architect', 'security', 'performance'],
  limits: { maxCostUsd: 1 },
})
for await (const { type, agent } of run) if (type === 'message') console.log(`${agent ?? 'Convene'} has spoken`)

const { state, answer, decision, costUsd } = await run.result
console.log(`${state}: ${decision?.option ?? 'no decision'} (${costUsd ?? 'unknown'} USD)\n\n${answer}`)
await team.close()
