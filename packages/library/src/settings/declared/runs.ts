import { modes, onlyLower, onlyOn, Slug, setting } from '@convene/domain'
import { z } from 'zod'
import type { SettingGroup } from './table.ts'

export const Verbosity = z.enum(['brief', 'detailed', 'full'])
export type Verbosity = z.infer<typeof Verbosity>

/** Who works in a run that names no one. A cloned repository must not choose them. */
export const defaultRunSettings = {
  defaultAgent: setting({
    section: 'runs',
    schema: Slug,
    default: 'coder',
    untrusted: 'never',
    label: 'Agent',
    hint: 'For runs that name no agent and no team.',
  }),
  defaultMode: setting({
    section: 'runs',
    schema: z.enum(Object.keys(modes)),
    untrusted: 'never',
    mustBeValid: true,
    label: 'Mode',
    hint: "For runs that name no mode, team or agents. Default: the default team's mode, or agent.",
    control: { names: 'mode', unset: "The team's mode, or a single agent" },
  }),
  defaultTeam: setting({
    section: 'runs',
    schema: Slug,
    untrusted: 'never',
    mustBeValid: true,
    label: 'Team',
    hint: 'For runs that name no mode, team or agents. Default: none.',
    control: { names: 'team', unset: 'No team' },
  }),
}

export const viewSettings = {
  titles: setting({
    section: 'runs',
    schema: z.enum(['goal', 'agent']),
    default: 'goal',
    // It costs a call.
    untrusted: 'never',
    label: 'Titles',
    hint: 'Name a session after its goal, or let the title agent name it after its first run, which costs one short call.',
  }),
  verbosity: setting({
    section: 'runs',
    schema: Verbosity,
    default: 'detailed',
    // It could hide what it does.
    untrusted: 'never',
    label: 'Verbosity',
    hint: 'How much the terminal and the editor show of a run.',
  }),
  updates: setting({
    section: 'updates',
    schema: z.boolean(),
    default: false,
    // It makes a network request.
    untrusted: 'never',
    label: 'Newer versions',
    hint: 'Ask npm, or git in a checkout, whether there is a newer version: in `convene doctor`, and once a day in the app.',
  }),
  interface: {
    group: {
      theme: setting({
        schema: z.enum(['system', 'light', 'dark']),
        default: 'system',
        untrusted: 'free',
        label: 'Theme',
        hint: 'How the app looks, unless you choose otherwise in this browser.',
      }),
    },
  } satisfies SettingGroup,
}

export const decisionSettings = {
  decisions: {
    section: 'runs',
    group: {
      window: setting({
        schema: z.number().positive().max(86_400),
        default: 120,
        // Shorter is not stricter: with one second, nobody could vote.
        untrusted: 'never',
        label: 'Voting window',
        hint: 'Seconds that a team vote stays open.',
      }),
      userVotes: setting({
        schema: z.boolean(),
        default: false,
        untrusted: onlyOn,
        label: 'I vote too',
        hint: "You have a vote in your teams' decisions.",
      }),
      reviewAfter: setting({
        schema: z.number().int().min(0).max(3_650),
        default: 30,
        untrusted: 'never',
        label: 'Review after',
        hint: 'Days after which Convene asks how a decision turned out.',
      }),
    },
  } satisfies SettingGroup,
  checks: {
    section: 'runs',
    group: {
      project: setting({
        schema: z.array(z.string().min(1).max(500)).max(20),
        default: [],
        // They run without asking.
        untrusted: 'never',
        label: 'Checks',
        hint: 'Commands that show whether work is done, such as npm test. Runs that ask nobody may run them, in the sandbox.',
      }),
    },
  } satisfies SettingGroup,
  squad: {
    group: {
      maxCharter: setting({
        schema: z.number().int().min(100).max(100_000),
        default: 4_000,
        untrusted: onlyLower,
        label: 'Charter length',
        hint: 'How many characters of a charter are used.',
      }),
    },
  } satisfies SettingGroup,
}
