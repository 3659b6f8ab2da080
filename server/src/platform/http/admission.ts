import type { Endpoints } from '@madang/contract/endpoints';
import type { Exchange } from './exchange.ts';

export type EndpointName = keyof Endpoints;

/** The caller, as limits see them. */
export interface Applicant {
  client: string;
  userId: string | null;
  /** The Cookie header. */
  cookies: string;
  body: unknown;
  /** False before the body is read: limits that do not depend on it are checked, and nothing is counted. */
  read: boolean;
  /** Whether the server has begun to read the body; an upload is read by its handler. */
  hasBegun(): boolean;
  /** Whether the call begins a list or continues it. */
  page: 'first' | 'next';
}

/**
 * Called before the body is read, and again before the handler; throws to refuse the call. The function it returns is called with
 * the handler's error, or undefined and its output.
 */
export type Admission = (
  name: EndpointName,
  applicant: Applicant,
) => Promise<(error: unknown, output?: unknown) => void>;

/** Describes the caller; without a call the body is not read yet. */
export function applicantOf(exchange: Exchange, call?: { body: unknown }): Applicant {
  return {
    client: exchange.clientAddress,
    userId: exchange.session?.userId ?? null,
    cookies: exchange.header('cookie') ?? '',
    body: call?.body,
    read: call !== undefined,
    hasBegun: () => exchange.incoming.readableDidRead,
    page: 'cursor' in exchange.query() ? 'next' : 'first',
  };
}
