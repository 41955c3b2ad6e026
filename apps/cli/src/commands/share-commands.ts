import { cardPlaceNames, exportFormatNames, exportFormatsText } from '@convene/reading'
import type { CliCommand } from '../command-line/command.ts'

const session = { name: 'session' }

/** What leaves a session: the whole of it for programs and archives, or its result for people. */
export const shareCommands: readonly CliCommand[] = [
  {
    name: 'sessions export',
    group: 'sessions',
    summary: 'write a session to standard output',
    arguments: [session],
    options: [
      {
        name: 'format',
        kind: 'text',
        value: 'FORMAT',
        choices: exportFormatNames,
        summary: exportFormatsText(),
      },
      {
        name: 'redact',
        kind: 'flag',
        summary: 'replace keys, passwords and tokens with [redacted], and folders of this machine with …',
      },
    ],
    examples: ['convene sessions export 5V8Q2K7N > session.md'],
    load: async () => (await import('../sessions/export.ts')).exportCommand,
  },
  {
    name: 'share',
    group: 'sessions',
    summary: 'write a result as one file to send to others, or as text for a chat',
    arguments: [session],
    options: [
      { name: 'output', kind: 'text', value: 'FILE', summary: 'write here (default: convene-ID.html in this folder)' },
      {
        name: 'as',
        kind: 'text',
        value: 'PLACE',
        choices: cardPlaceNames,
        summary: `print the result in a few lines instead: ${cardPlaceNames.join(', ')}`,
      },
    ],
    examples: ['convene share last', 'convene share 5V8Q2K7N --as slack'],
    notes: [
      'The file has the answer, the votes, the dissent and a replay, and works offline, on a phone and in print.',
      'Keys, passwords, tokens and folders of this machine are left out. Nothing is sent.',
    ],
    load: async () => (await import('../sessions/share.ts')).shareSession,
  },
]
