import { expect, test } from 'vitest'
import { vendorOf } from './vendor.ts'

test.each([
  ['openai/gpt-5.2', 'openai'],
  ['azure/o3-mini', 'openai'],
  ['openrouter/anthropic/claude-sonnet-4', 'anthropic'],
  ['bedrock/anthropic.claude-3-7', 'anthropic'],
  ['local/Meta-Llama-3.1-70B', 'meta'],
  ['openrouter/nobody/thing-1', 'nobody'],
  ['alpha/one', 'alpha'],
  ['plain', 'plain'],
])('%s was made by %s', (model, vendor) => {
  expect(vendorOf(model)).toBe(vendor)
})
