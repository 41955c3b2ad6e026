import { expect, test } from 'vitest'
import { isRefusal } from './refusal.ts'

test.each([
  "I'm sorry, but I can't help with that.",
  'I’m sorry, but I can’t assist with that request.',
  'I cannot assist with that.',
  'Sorry, I can’t help with that.',
  'I am unable to provide assistance with this request.',
  "I'm unable to help with this topic.",
  "I'm not able to help with that. Is there anything else I can do for you?",
  'I must respectfully decline.',
  'I must decline to answer this question.',
  'As an AI language model, I cannot answer this question.',
  "I'm sorry, but as an AI assistant, I can't engage with this topic. Let me know if you have another question.",
  '**I apologize, but I cannot fulfill this request.**',
  'Unfortunately, I cannot comply with this request.\n\nPlease let me know if there is something else.',
  'Es tut mir leid, aber dabei kann ich nicht helfen.',
  'Je suis désolé, mais je ne peux pas vous aider avec cela.',
  'Lo siento, pero no puedo ayudar con eso.',
  '抱歉，我无法回答这个问题。',
  "Sorry, but I can't.",
  "I'm sorry, Dave. I'm afraid I can't do that.",
  "Sorry, I can't do that, Dave.",
])('%j is only a refusal', (text) => expect(isRefusal(text)).toBe(true))

test.each([
  '',
  'I cannot help with that, because the file is missing.',
  "I can't answer this question without the load numbers.",
  'I cannot recommend Postgres here. SQLite is enough.',
  "I'm sorry for the delay. The tests pass now.",
  'You cannot help with that.',
  'We should refuse this request.',
  "Draft:\n\nDear Ada,\n\nI'm sorry, but I can't help with that.\n\nBert",
  "I can't help with deployment, but the schema is ready: `create table orders (…)`.",
  'I could not.',
  "I can't.",
  "I'm sorry, the tests fail.",
  'I could not complete this task.',
  'I could not do it: `npm test` fails with 3 errors.',
  "I won't use Redis for this.",
  'I am unable to reproduce it.',
  'Please merge it.',
])('%j is an answer', (text) => expect(isRefusal(text)).toBe(false))

test('a text of many such words is read quickly', () => {
  expect(isRefusal(`I cannot help ${'with this '.repeat(10_000)}`)).toBe(false)
  expect(isRefusal(`I can't help${' that this'.repeat(38)}!?`)).toBe(false)
})
