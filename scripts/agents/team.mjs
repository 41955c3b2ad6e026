import { execFileSync } from 'node:child_process'
import { openPlace, runGoal } from './place.mjs'

const headings =
  /^# (Clarify|Topic|Contribute|Final position|Synthesize|Plan|Task|Review plan|Review|Vote|Respond|Options|Decide)$/gmu

/** One broadcast, one panel and one plan, each with an API model and these agents. Returns table rows. */
export async function triedTogether(agents) {
  const names = Object.keys(agents)
  const { program, workspace, remove, write } = await openPlace(agents, (request) => reply(request, agents))
  for (const name of names)
    write({
      [`agents/${name}.md`]: `---\nname: ${name}\nslug: ${name}\nmodel: acp/${name}\ncapabilities: [code, review]\n---\nYou are ${name}, a coder.\n`,
    })
  const git = (...words) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: workspace })
  git('init', '-q')
  git('commit', '-q', '--allow-empty', '-m', 'Begin')
  const files = names.map((name) => `CREATE ${name}.txt`).join(' and ')
  const row = async (mode, request, goal) => {
    const { phase, asked, inbox, spoke } = await runGoal(program, { mode, ...request }, goal, { answer: 'once' })
    return [mode, phase, names.filter((name) => spoke.has(name)).length, asked.length, inbox.length]
  }
  try {
    return [
      await row('broadcast', { agents: ['architect', ...names] }, files),
      await row('panel', { agents: ['architect', ...names], settings: { ask: 'everyone' } }, 'Tabs or spaces?'),
      await row('plan', { agents: ['planner', ...names] }, 'Make the files.'),
    ]
  } finally {
    await remove()
  }
}

/** Plans one step per agent, agrees to everything, and lets each agent create its own file once. */
function reply({ messages, tools }, agents) {
  const names = Object.keys(agents)
  const said = messages.map(({ text }) => text).join('\n')
  const asked = messages.flatMap(({ role, text }) => (role === 'user' ? [text] : [])).join('\n')
  const heading = [...asked.matchAll(headings)].at(-1)?.[1]
  const steps = names.map((name, at) => ({
    ...{ id: `s${at + 1}`, owner: name, description: `CREATE ${name}.txt`, acceptance: 'It is there.', dependsOn: [] },
  }))
  const fixed = { Plan: JSON.stringify({ steps }), 'Review plan': 'APPROVE', Review: 'ACCEPT', Clarify: 'CLEAR' }
  if (heading in fixed) return { text: fixed[heading] }
  if (heading === 'Topic') return { text: 'Tabs or spaces?\n\nA: tabs\nB: spaces' }
  const who = names.find((name) => said.includes(`You are ${name},`))
  const isDone = messages.some(({ toolResults }) => toolResults.length > 0)
  const wish = who && asked.includes(`CREATE ${who}.txt`) && agents[who].call(`${who}.txt`, tools)
  if (wish && !isDone && tools.includes(wish.name)) return { calls: [wish] }
  return { text: 'POSITION: A\nCONFIDENCE: 80\nTabs, because they are one character.' }
}
