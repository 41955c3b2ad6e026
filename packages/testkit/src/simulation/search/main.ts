import { parseArgs } from 'node:util'
import { plantedBugs } from '../planted/planted-bugs.ts'
import { type SimulationResult, simulate } from '../simulate.ts'
import { tellStory } from '../story.ts'

const MOST_STORIES = 3

/**
 * Replays one seed, or searches for failing seeds: `--seed N`, `--from N --count N`, `--bug NAME` for a planted one,
 * `--mode NAME` for runs of one mode.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    bug: { type: 'string' },
    mode: { type: 'string' },
    brief: { type: 'boolean', default: false },
  },
})
const bug = plantedBugs.find(({ name }) => name === values.bug)
const first = Number(values.seed ?? values.from)
const count = values.seed === undefined ? Number(values.count) : 1
const failed: SimulationResult[] = []
for (let seed = first; seed < first + count; seed++) {
  const result = await simulate(seed, { ...(bug && { bug }), ...(values.mode && { mode: values.mode }) })
  if (result.violations.length > 0) failed.push(result)
  if (values.seed !== undefined) process.stdout.write(`${tellStory(result)}\n`)
}
process.stdout.write(`${count} seeds from ${first}: ${failed.length} with violations\n`)
for (const result of failed.slice(0, values.seed === undefined && !values.brief ? MOST_STORIES : 0))
  process.stdout.write(`${tellStory(result)}\n`)
for (const { seed, violations } of values.brief ? failed : [])
  process.stdout.write(`  ${seed} ${violations[0]?.invariant}: ${violations[0]?.message.slice(0, 120)}\n`)
process.exitCode = failed.length > 0 ? 1 : 0
