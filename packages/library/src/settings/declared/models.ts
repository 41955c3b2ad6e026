import { ModelName, Price, Reasoning, setting, settingByName } from '@convene/domain'
import { providerTypes } from '@convene/models'
import { z } from 'zod'
import { address, variableName } from './formats.ts'

export const ProviderEntry = z.strictObject({
  type: z.enum(providerTypes).optional().describe('The API to use. Not needed if the name is one of these types.'),
  baseURL: address.optional().describe('The base URL, if not the default one.'),
  region: z
    .string()
    .regex(/^[a-z]{2}(?:-[a-z0-9]+)+$/)
    .optional()
    .describe('The region, for Amazon Bedrock. Default: the variable AWS_REGION.'),
  apiKeyEnv: variableName.optional().describe('The environment variable that holds the key.'),
  apiKey: z
    .string()
    .min(1)
    .optional()
    .describe('The key itself. Prefer a variable, because this file is often copied.'),
  headers: z.record(z.string(), z.string()).optional().describe('HTTP headers to send with each request.'),
  api: z.enum(['chat', 'responses']).optional().describe('Which of the two OpenAI APIs the server offers.'),
  images: z
    .union([z.boolean(), z.array(z.string().min(1))])
    .optional()
    .describe('Whether its models see images, or the names of those that do.'),
})

const ModelEntry = z.strictObject({
  context: z.number().int().min(1_000).optional().describe('The context window, in tokens.'),
  output: z.number().int().min(1).optional().describe('The maximum output including reasoning, in tokens.'),
  reasoning: z
    .union([z.boolean(), z.array(Reasoning)])
    .optional()
    .describe('Whether it reasons, or the reasoning levels it has.'),
  images: z.boolean().optional().describe('Whether it sees images.'),
  temperature: z.boolean().optional().describe('Whether it accepts a temperature.'),
  price: Price.optional().describe('US dollars per million tokens.'),
})

/** Which models agents use, and how to reach them. A cloned repository must not choose who sees your code and keys. */
export const modelSettings = {
  model: setting({
    section: 'runs',
    schema: ModelName,
    untrusted: 'never',
    label: 'Model',
    hint: 'For agents without their own model, as provider/model.',
    control: { names: 'model' },
  }),
  reasoning: setting({
    section: 'runs',
    schema: Reasoning,
    untrusted: 'never',
    label: 'Reasoning',
    hint: 'How much models think, unless the agent, team or run says otherwise.',
    control: { unset: "The provider's default" },
  }),
  pool: setting({
    section: 'runs',
    schema: z.array(ModelName),
    default: [],
    untrusted: 'never',
    label: 'Model pool',
    hint: 'Seats without a model draw from these, so members of a team think differently.',
    control: { placeholder: 'provider/model, one per line' },
  }),
}

export const providerSettings = {
  providers: settingByName({
    schema: z.record(z.string().regex(/^[^/\s]+$/, 'must be a name without "/" or spaces'), ProviderEntry),
    untrusted: 'never',
    mustBeValid: true,
    label: 'Providers',
    hint: 'Provider connections, by name: the part before the "/" of a model.',
  }),
  models: settingByName({
    schema: z.record(ModelName, ModelEntry),
    untrusted: 'never',
    mustBeValid: true,
    label: 'Models',
    hint: 'Overrides for the catalogue, by provider/model.',
  }),
  prices: settingByName({
    schema: z.record(ModelName, Price),
    untrusted: 'never',
    mustBeValid: true,
    label: 'Prices',
    hint: 'US dollars per million tokens, by provider/model.',
  }),
}
