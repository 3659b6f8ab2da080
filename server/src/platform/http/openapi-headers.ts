import { USER_HEADER } from '@madang/contract/user-header';

const text = { type: 'string' };

/** Headers of answers that a client may act on; those that only guard browsers are left out. */
export const headerComponents = {
  'X-Request-Id': {
    description: 'Which request this was, to quote to an operator; also in the log.',
    required: true,
    schema: text,
  },
  'Cache-Control': { description: 'Whether the answer may be kept.', schema: text },
  'Retry-After': { description: 'Seconds until the same request may succeed.', schema: { type: 'integer' } },
  ETag: {
    description: 'The answer’s tag, for `If-None-Match`. Weak: the same for all encodings.',
    schema: text,
  },
  Vary: { description: 'Whether it comes in several encodings.', schema: text },
  'Set-Cookie': { description: 'The session, or a mark of this browser.', schema: text },
  'Content-Disposition': { description: 'The name to keep the file by.', schema: text },
} as const;

type HeaderName = keyof typeof headerComponents;

/** References to these headers and to those of every answer. */
export function headersOf(names: readonly HeaderName[]): Record<string, object> {
  return Object.fromEntries(
    (['X-Request-Id', 'Cache-Control', ...names] as const).map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  );
}

/** The parameter with which one asks whether what one has is still right. */
export const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'Tags of what one has: 304 when one of them is still right.',
  schema: text,
};

/** The parameter that names for whom a call writes. */
export const userHeader = (required: boolean) => ({
  name: USER_HEADER,
  in: 'header',
  required,
  description:
    'The id of the user for whom this is sent. In the session of another one it is refused with `session.otherUser`.',
  schema: text,
});

/** The answer to such a question, and the reference to it. */
export const notModified = { $ref: '#/components/responses/not-modified' };
export const notModifiedResponse = {
  description: 'What one has is still right.',
  headers: headersOf(['ETag', 'Vary']),
};
