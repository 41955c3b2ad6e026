import type { CheckResult, PlanStep } from '@convene/domain'
import type { BuildReview } from '@convene/reading'
import { commentOn, reviewOfPatch } from '../../apps/web/src/session/review/review.fixture.ts'
import { newStory, type Story } from '../../apps/web/src/session/view/story.fixture.ts'

const lists = { kind: 'command', run: 'node src/list.js --json' } as const
const tests = { kind: 'command', run: 'node --test' } as const

/** Three steps: one with a proof, one whose author changed the test, one on the reviewer's word. */
export const steps: readonly PlanStep[] = [
  {
    id: 's1',
    owner: 'architect',
    description: 'Print JSON with `--json`',
    acceptance: 'The list is valid JSON.',
    dependsOn: [],
    checks: [lists],
  },
  {
    id: 's2',
    owner: 'performance',
    description: 'Test it',
    acceptance: 'The new test fails without the flag.',
    dependsOn: ['s1'],
    checks: [tests],
  },
  { id: 's3', owner: 'architect', description: 'Say it in the README', acceptance: 'It reads well.', dependsOn: [] },
]

export type BuildStory = Story & {
  /** Records what a check said. */
  readonly checked: (step: string, moment: CheckResult['moment'], more: Partial<CheckResult>) => void
  readonly moved: (step: string, to: 'running' | 'finished' | 'accepted' | 'reopened') => void
  readonly reviewed: (step: string, text: string) => void
  readonly finish: () => void
}

/** A build whose plan was just committed. */
export function buildStory(goal = 'Add a --json flag to the list command'): BuildStory {
  const story = newStory('plan', ['architect', 'security', 'performance'], goal)
  const { add } = story
  const plan = [...steps]
  add('run.state', { from: 'running', to: 'planning', trigger: 'x' })
  add('plan.drafted', { version: 1, steps: plan, by: 'architect' })
  add('plan.committed', { version: 1, steps: plan, reviews: [] })
  add('run.state', { from: 'planning', to: 'executing', trigger: 'x' })
  const states = new Map<string, string>()
  return {
    ...story,
    moved: (step, to) => {
      const { owner = '' } = plan.find(({ id }) => id === step) ?? {}
      const from = (states.get(step) ?? 'pending') as 'pending'
      states.set(step, to)
      add('step.state', { step, from, to, owner, attempt: 1 }, { agent: owner })
    },
    checked: (step, moment, more) => {
      const round = moment === 'final' ? plan.length : 1
      const effect = `1/${step}/check-${moment}${round}.1` as CheckResult['effect']
      const check = plan.find(({ id }) => id === step)?.checks?.[0] ?? lists
      add('check.finished', { effect, check, moment, outcome: 'passed', exit: 0, ms: 200, ...more })
    },
    reviewed: (step, text) => {
      add('message', { author: 'security', role: 'member', kind: 'review', text }, { agent: 'security', step })
    },
    finish: () => {
      const totals = { calls: 9, input: 9_000, cached: 0, output: 3_000, costUsd: 0.04, unpriced: 0, ms: 90_000 }
      add('run.state', { from: 'executing', to: 'completed', trigger: 'x' })
      add('run.finished', { state: 'completed', reason: 'goal_met', summary: 'The flag is there.', totals } as never)
    },
  }
}

/** The same build at its end: every check has run. */
export function finishedBuild(): BuildStory {
  const story = buildStory()
  const { moved, checked, reviewed } = story
  checked('s1', 'before', { outcome: 'failed', exit: 2 })
  checked('s2', 'before', { outcome: 'failed', exit: 1 })
  const passed = { ms: 800, output: '# tests 12\n# pass 12\n# fail 0\n', tampered: ['test/list.test.js was changed'] }
  for (const step of ['s1', 's2', 's3']) {
    moved(step, 'running')
    moved(step, 'finished')
    if (step !== 's3') checked(step, 'after', step === 's2' ? passed : {})
    reviewed(step, 'ACCEPT\n\nIt reads well.')
    moved(step, 'accepted')
  }
  checked('s1', 'final', {})
  checked('s2', 'final', passed)
  story.finish()
  return story
}

/** Its change: several hunks, a new file, a rename, a mode and a picture. */
export const patch = `diff --git a/src/list.js b/src/list.js
--- a/src/list.js
+++ b/src/list.js
@@ -1,8 +1,11 @@
 import { readItems } from './items.js'
 
+const write = (text) => process.stdout.write(\`\${text}\\n\`)
+
 export function list(items, options) {
-  for (const item of items) console.log(item.name)
+  if (options.json) return write(JSON.stringify(items))
+  for (const item of items) write(item.name)
 }
 
 export const empty = []
 
@@ -40,5 +43,8 @@ export function main(args) {
   const options = {
     all: args.includes('--all'),
+    // Stable for scripts: an array, also if it is empty.
+    json: args.includes('--json'),
   }
   list(readItems(), options)
+  return 0
 }
diff --git a/test/list.test.js b/test/list.test.js
new file mode 100644
--- /dev/null
+++ b/test/list.test.js
@@ -0,0 +1,9 @@
+import assert from 'node:assert/strict'
+import { execFileSync } from 'node:child_process'
+import test from 'node:test'
+
+const run = (...args) => execFileSync('node', ['src/list.js', ...args], { encoding: 'utf8' })
+
+test('--json prints an array', () => {
+  assert.deepEqual(JSON.parse(run('--json')), [{ name: 'a' }])
+})
diff --git a/docs/old.md b/docs/list.md
similarity index 90%
rename from docs/old.md
rename to docs/list.md
--- a/docs/old.md
+++ b/docs/list.md
@@ -1,3 +1,3 @@
 # list
 
-Prints names.
+Prints names, or JSON with \`--json\`.
diff --git a/bin/list b/bin/list
old mode 100644
new mode 100755
diff --git a/docs/screen.png b/docs/screen.png
new file mode 100644
Binary files /dev/null and b/docs/screen.png differ
`

const why = { step: 's1', agent: 'architect', message: 'm9', reason: 'One `write` for both forms.', unseenClaims: [] }

/** The review of that build, with a comment of its reviewer. */
export function reviewOfBuild({ session }: Story, more: Partial<BuildReview> = {}, text = patch): BuildReview {
  const review = reviewOfPatch(session, text, {
    checks: { word: '12 tests pass', tone: 'good' },
    proof: [
      { word: '1 proven', tone: 'good' },
      { word: '2 on Security’s word', tone: 'warning' },
    ],
    comments: [commentOn('src/list.js', 6, { text: 'An empty list prints nothing here, but `[]` as JSON.' })],
    steps: ['s1', 's2', 's3'].map((id) => ({
      id,
      owner: 'architect',
      description: '',
      word: { word: '', tone: 'plain' },
      checks: [],
      reviewer: 'security',
      isDoubted: false,
      remark: { message: 'm4', text: 'It reads well.', unseenClaims: [] },
    })),
    ...more,
  })
  return {
    ...review,
    files: review.files.map((file) => ({ ...file, hunks: file.hunks.map((hunk) => ({ ...hunk, by: [why] })) })),
  }
}
