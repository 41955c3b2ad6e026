import { type Finding, holds, report } from './report.ts'
import { startServer } from './run-child.ts'
import { calls } from './scenarios/calls.ts'
import { clients } from './scenarios/clients.ts'
import { coldStart } from './scenarios/cold-start.ts'
import { files } from './scenarios/files.ts'
import { followUp } from './scenarios/follow-up.ts'
import { lists } from './scenarios/lists.ts'
import { loop } from './scenarios/loop.ts'
import { many } from './scenarios/many.ts'
import { opening } from './scenarios/opening.ts'
import { longLog } from './scenarios/page/long-log.ts'
import { page } from './scenarios/page.ts'
import { panel } from './scenarios/panel.ts'
import { resting } from './scenarios/resting.ts'
import { store } from './scenarios/store.ts'
import { team } from './scenarios/team.ts'
import { turn } from './scenarios/turn.ts'

/** `npm run bench [scenario …]` runs all or some scenarios and reports ratios. `BENCH_ROUNDS` sets the repetitions. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const server = await startServer()
const scenarios: Record<string, () => Promise<readonly Finding[]>> = {
  turn: () => turn(rounds),
  store: () => store(rounds),
  opening: () => opening(rounds),
  lists: () => lists(rounds),
  resting,
  'cold-start': () => coldStart(server, rounds),
  calls: () => calls(server, rounds),
  'follow-up': () => followUp(server, rounds),
  loop: () => loop(server, rounds),
  many: () => many(server, rounds),
  panel: () => panel(server, rounds),
  files: () => files(rounds),
  clients,
  page: () => page(rounds),
  'long-log': longLog,
  team: () => team(rounds),
}
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(scenarios)
const findings: Finding[] = []
for (const name of wanted) {
  console.error(`Measuring ${name} …`)
  findings.push(...((await scenarios[name]?.()) ?? []))
}
server.close()
report(findings)
process.exitCode = findings.every(holds) ? 0 : 1
