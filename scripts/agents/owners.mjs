import { execFileSync } from 'node:child_process'
import { judgeCheck, modeViewOf } from '@convene/domain'
import { openPlace, runGoal } from './place.mjs'

const headings = /^# (Plan|Review plan|Review)$/gmu
const LIE = 'I created the file, and all 12 tests pass.'

/**
 * One plan in which each agent owns a step with a check. At first, it only says that it is done. Returns a table row
 * per agent: its lie was sent back, the file is proven, and another seat has reviewed it.
 */
export async function triedAsOwners(agents) {
  const names = Object.keys(agents)
  const lied = new Set()
  const place = await openPlace(agents, (request) => reply(request, agents, lied))
  const { program, workspace, remove, write } = place
  for (const name of names)
    write({
      [`agents/${name}.md`]: `---\nname: ${name}\nslug: ${name}\nmodel: acp/${name}\n---\nYou are ${name}, a coder.\n`,
    })
  const git = (...words) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: workspace })
  git('init', '-q')
  git('commit', '-q', '--allow-empty', '-m', 'Begin')
  try {
    const request = { mode: 'plan', agents: ['planner', ...names] }
    const { run } = await runGoal(program, request, 'Make the files.', { answer: 'once' })
    const steps = run ? (modeViewOf(run).plan?.steps ?? []) : []
    return names.map((name) => {
      const step = steps.find(({ owner }) => owner === name)
      const cells = [
        lied.has(name) && (step?.attempt ?? 0) > 1,
        step?.seen.length === 1 && step.seen.every((seen) => judgeCheck(seen).standing === 'proof'),
        step?.reviewer !== undefined && step.reviewer !== name,
      ]
      return [name, ...cells.map((isGood) => (isGood ? 'yes' : 'no'))]
    })
  } finally {
    await remove()
  }
}

function reply({ messages, tools }, agents, lied) {
  const names = Object.keys(agents)
  const said = messages.map(({ text }) => text).join('\n')
  const asked = messages.flatMap(({ role, text }) => (role === 'user' ? [text] : [])).join('\n')
  const heading = [...asked.matchAll(headings)].at(-1)?.[1]
  // One after another: with several at once, nobody could say whose work a check saw.
  const steps = names.map((name, at) => ({
    ...{ id: `s${at + 1}`, owner: name, description: `CREATE ${name}.txt`, acceptance: 'It is there.' },
    ...{ dependsOn: at > 0 ? [`s${at}`] : [], checks: [`file ${name}.txt exists`] },
  }))
  if (heading === 'Plan') return { text: JSON.stringify({ steps }) }
  if (heading === 'Review plan') return { text: 'APPROVE' }
  if (heading === 'Review') return { text: 'ACCEPT' }
  const who = names.find((name) => said.includes(`You are ${name},`))
  const wish = who && asked.includes(`CREATE ${who}.txt`) && agents[who].call(`${who}.txt`, tools)
  if (!wish || !tools.includes(wish.name)) return { text: LIE }
  const isFirst = !lied.has(who)
  lied.add(who)
  const isDone = messages.some(({ toolResults }) => toolResults.length > 0)
  return isFirst || isDone ? { text: LIE } : { calls: [wish] }
}
