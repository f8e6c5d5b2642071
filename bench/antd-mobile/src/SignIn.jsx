import { Button, Form, Input, List, NavBar, Toast } from 'antd-mobile';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { post } from '../../shared/api.js';

export default function SignIn() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const send = (values) => post('/code', values).catch(() => Toast.show('error'));
  const rules = [
    { required: true, message: t('required') },
    { pattern: /^0?[17]\d{8}$/, message: t('wrong') },
  ];
  const submit = (
    <Button block type="submit" color="primary">
      {t('code')}
    </Button>
  );
  return (
    <div>
      <NavBar onBack={() => navigate(-1)}>{t('signIn')}</NavBar>
      <p className="note">{t('intro')}</p>
      <Form layout="horizontal" onFinish={send} footer={submit}>
        <Form.Item name="mobile" label={t('mobile')} rules={rules}>
          <Input type="tel" name="mobile" />
        </Form.Item>
      </Form>
      <List mode="card">
        <List.Item description={t('newHereNote')} onClick={() => undefined}>
          {t('newHere')}
        </List.Item>
        <List.Item description={t('troubleNote')} onClick={() => undefined}>
          {t('trouble')}
        </List.Item>
      </List>
    </div>
  );
}
