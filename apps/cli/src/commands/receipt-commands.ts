import type { CliCommand } from '../command-line/command.ts'
import { json } from '../command-line/options.ts'

/** Receipts: what was decided, how, and that nothing was changed since. */
export const receiptCommands: readonly CliCommand[] = [
  {
    name: 'receipt',
    group: 'decide',
    summary: 'write a signed receipt of a session or a decision',
    arguments: [{ name: 'session or session/decision' }],
    options: [
      { name: 'redact', kind: 'flag', summary: 'leave out all prose. The receipt can still be checked' },
      { name: 'output', kind: 'text', value: 'FILE', summary: 'the file to write (default: receipt-SESSION.jsonl)' },
    ],
    examples: ['convene receipt 7Q4M2KXR', 'convene receipt 7Q4M2KXR/d1 --redact --output decision.jsonl'],
    notes: [
      'The key is created with the first receipt and never leaves this machine. `convene doctor` shows its public part.',
    ],
    load: async () => (await import('../receipt/receipt.ts')).writeReceiptFile,
  },
  {
    name: 'verify',
    group: 'decide',
    summary: 'check a receipt, and work its results out again',
    arguments: [{ name: 'file' }],
    options: [json],
    examples: ['convene verify receipt-7Q4M2KXR.jsonl'],
    load: async () => (await import('../receipt/verify.ts')).verifyFile,
  },
]
