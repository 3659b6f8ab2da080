import { requireDescribed } from './described-answers.ts';
import { ApiClient } from './outside/api-client.ts';

/** API client that checks answers against the API description, except in load tests. */
export class TestBrowser extends ApiClient {
  readonly #described: boolean;

  constructor(origin: string, { page = origin, described = false } = {}) {
    super(origin, page);
    this.#described = described;
  }

  override async send(...[method, path, options]: Parameters<ApiClient['send']>): Promise<Response> {
    const response = await super.send(method, path, options);
    if (this.#described) await requireDescribed(method, path, response);
    return response;
  }
}
