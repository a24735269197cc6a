import { afterAll, beforeAll, inject } from 'vitest';
