// One comment on the pull request, rewritten every time.
import { readFileSync } from 'node:fs'

const { env } = process
const MARK = '<!-- convene-review -->'
/** GitHub refuses longer comments. */
const LONGEST = 60_000

const { number, head } = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8')).pull_request
const comments = `/repos/${env.GITHUB_REPOSITORY}/issues/${number}/comments`
/** Without this, the findings of an earlier commit would stay, as if they were about this one. */
const FAILED = '**This commit was not reviewed.** The review failed: see the run for the reason.\n'
const text = env.INPUT_ANSWER ? readFileSync(env.INPUT_ANSWER, 'utf8') : FAILED
const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}\n\nThe rest is in the artifact of this run.` : text
const body = `${MARK}\n## Review by Convene\n\n${cut}\n\n${about()}\n`

const earlier = await earlierComment()
if (earlier) await call('PATCH', `/repos/${env.GITHUB_REPOSITORY}/issues/comments/${earlier.id}`, { body })
else await call('POST', comments, { body })

/** What was reviewed, by what, for how much, and where to look: a comment shows its age. */
function about() {
  const link = `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`
  const cost = env.INPUT_COST ? [`$${Number(env.INPUT_COST).toFixed(4)}`] : []
  return `<sub>${[`Commit ${head.sha.slice(0, 8)}`, env.INPUT_MODEL, ...cost, `[run](${link})`].join(' · ')}</sub>`
}

/** Only a bot's comment counts: anyone could write the mark into theirs. */
async function earlierComment() {
  for (let page = 1; page <= 20; page++) {
    const found = await call('GET', `${comments}?per_page=100&page=${page}`)
    const ours = found.find((comment) => comment.user?.type === 'Bot' && comment.body?.startsWith(MARK))
    if (ours || found.length < 100) return ours
  }
  return undefined
}

async function call(method, path, content) {
  const response = await fetch(`${env.GITHUB_API_URL}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${env.INPUT_TOKEN}`,
      'content-type': 'application/json',
    },
    ...(content && { body: JSON.stringify(content) }),
  })
  if (response.ok) return response.json()
  process.stderr.write(
    `GitHub refused the comment (${response.status}). The job needs permissions: pull-requests: write.\n`,
  )
  process.exit(1)
}
