// Reviews a change and prints what is wrong: git diff main | node review-bot.ts. Needs a key, such as ANTHROPIC_API_KEY.
// Agents report through a tool with a schema, so that the findings are data and not prose. Exits with 1 if one is serious.
import { text } from 'node:stream/consumers'
import { convene, defineAgent, defineTool } from '@convene/cli/sdk'
import { z } from 'zod'

const Finding = z.object({
  path: z.string(),
  line: z.int().positive(),
  serious: z.boolean(),
  problem: z.string().max(500),
})
const findings: (z.infer<typeof Finding> & { readonly by: string })[] = []

const reviewer = (name: string, looks: string) => {
  const report = defineTool({
    name: `report_as_${name.toLowerCase()}`,
    description: 'Reports one problem in the change',
    input: Finding,
    readOnly: true,
    run: (finding) => `Noted as number ${findings.push({ ...finding, by: name })}.`,
  })
  const prompt = `You review changes for ${looks}. Report each problem with ${report.name}, then stop.`
  return { report, agent: defineAgent({ name, prompt, tools: [report.name, 'read', 'grep'] }) }
}
const reviewers = [reviewer('Correctness', 'mistakes'), reviewer('Security', 'ways to attack it')]

const team = convene({ tools: reviewers.map(({ report }) => report) })
const run = await team.run({
  goal: `Review this change.\n\n${await text(process.stdin)}`,
  agents: reviewers.map(({ agent }) => agent),
  mode: 'broadcast',
  limits: { maxCostUsd: 0.5 },
  readOnly: true,
})
const { state } = await run.result
await team.close()

for (const { path, line, problem, by, serious } of findings)
  console.log(`${path}:${line}: ${serious ? 'serious: ' : ''}${problem} (${by})`)
if (state !== 'completed') console.log(`The review ended early: ${state}`)
process.exitCode = state !== 'completed' || findings.some(({ serious }) => serious) ? 1 : 0
