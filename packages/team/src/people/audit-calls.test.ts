import { expect, test } from 'vitest'
import { auditCall } from './audit-calls.ts'

type Recorded = { readonly action: string; readonly target: string; readonly details?: string }

async function entriesOf(name: string, given: object, answer: object = {}): Promise<readonly Recorded[]> {
  const entries: Recorded[] = []
  const accounts = { record: async (entry: Recorded) => void entries.push(entry) }
  const caller = { space: 'two', person: { id: 'ada', name: 'Ada' } }
  const auditing = { caller, accounts, program: { workspace: '/srv/shop' } }
  await auditCall(auditing as never, { name, given, answer } as never)
  return entries
}

test('the approval of an MCP server is in the audit, with what was approved', async () => {
  const fingerprint = 'f'.repeat(64)
  expect(await entriesOf('approveServer', { name: 'github', fingerprint })).toMatchObject([
    { action: 'mcp.approved', target: 'github', details: `/srv/shop, ${'f'.repeat(16)}` },
  ])
})

test('an approval for always is in the audit, and one for once is only in the log of its session', async () => {
  expect(await entriesOf('answerApproval', { id: 'a1', answer: 'always' })).toMatchObject([{ action: 'rule.added' }])
  expect(await entriesOf('answerApproval', { id: 'a1', answer: 'once' })).toEqual([])
})
