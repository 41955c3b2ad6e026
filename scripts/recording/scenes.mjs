// What is recorded: a picture, what it shows, and how its command is prepared.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pinned } from '../agents/pinned.mjs'
import { preparePlace } from '../agents/place.mjs'
import { editor, otherAgent } from './outside.mjs'

export const scenes = {
  editor,
  'other-agent': otherAgent,
  demo: {
    label: 'convene demo: a panel of four votes, one of them changes its mind, and the panel decides',
    prepare: async () => {
      const home = mkdtempSync(join(tmpdir(), 'convene-recording-'))
      const environment = { PATH: process.env.PATH, HOME: home, CONVENE_HOME: join(home, 'data') }
      const remove = async () => rmSync(home, { recursive: true, force: true })
      return { words: ['demo', '--speed', '3'], environment, remove }
    },
  },
  /** Real agents with a scripted model. `npm run test:agents` installs them. */
  agents: {
    label: 'convene run: Codex, Gemini CLI and Qwen Code answer the same question side by side',
    prepare: async () => {
      const { codex, gemini, qwen } = pinned
      // A model that Codex knows: it warns about others.
      const files = (url) => ({
        '.codex/config.toml': codex.files(url)['.codex/config.toml'].replace('"test"', '"gpt-5.5"'),
      })
      const agents = { codex: { ...codex, files }, gemini, qwen }
      const { home, workspace, environment, remove, write } = await preparePlace(agents, answer)
      const git = (...args) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: workspace })
      git('init', '-q')
      git('commit', '-q', '--allow-empty', '-m', 'Begin')
      for (const [name, label] of seats)
        write({
          [`agents/${name}.md`]: `---\nname: ${label}\nmodel: acp/${name}\n---\nYou are ${label}.\n`,
        })
      return {
        words: ['run', '"Should the shop keep its queue in Redis?"', '--agents', seats.map(([name]) => name).join(',')],
        environment: { ...environment, CONVENE_HOME: home },
        folder: workspace,
        remove,
      }
    },
  },
}

const seats = [
  ['codex', 'Codex'],
  ['gemini', 'Gemini'],
  ['qwen', 'Qwen'],
]

const said = {
  Codex:
    'No. The queue has one consumer, and Postgres already stores what it needs.\n\n- `SKIP LOCKED` hands out each job once.\n- One backup covers both.',
  Gemini: 'Keep it for now. Moving it in the week before the sale risks more than it saves. Move it in January.',
  Qwen: 'Move it. Redis loses up to a second of jobs when it restarts, and nobody notices.',
}

function answer({ messages, system }) {
  const text = [system, ...messages.map((message) => message.text)].join('\n')
  const [, who] = /You are (Codex|Gemini|Qwen)\./u.exec(text) ?? []
  return { text: said[who] ?? 'A question about a queue', parts: 12, delayMs: 250, latencyMs: 800 }
}
