import { Button, DatePicker, Form, Input, NavBar, Picker, Skeleton, Toast } from 'antd-mobile';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ABOUT, OPTIONS, post, WHERE } from '../../shared/api.js';

function Item({ field: { name, kind, required, pattern } }) {
  const { t } = useTranslation();
  const rules = [...(required ? [{ required, message: t('required') }] : []), ...(pattern ? [{ pattern, message: t('wrong') }] : [])];
  if (kind === 'pick' || kind === 'date') {
    return (
      <Form.Item name={name} label={t(name)} trigger="onConfirm" rules={rules} onClick={(_, picker) => picker.current?.open()}>
        {kind === 'date' ? (
          <DatePicker min={new Date(1940, 0, 1)}>{(value) => value?.toDateString() ?? ''}</DatePicker>
        ) : (
          <Picker columns={[OPTIONS[name].map((label) => ({ label, value: label }))]}>{([chosen]) => chosen?.label ?? ''}</Picker>
        )}
      </Form.Item>
    );
  }
  return (
    <Form.Item name={name} label={t(name)} rules={rules}>
      <Input name={name} inputMode={kind === 'digits' ? 'numeric' : 'text'} />
    </Form.Item>
  );
}

export default function Personal() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [form] = Form.useForm();
  const [values, setValues] = useState(null);
  const dob = Form.useWatch('dob', form);
  useEffect(() => void post('/form', { page: 'personal' }).then((answer) => setValues(answer.values)), []);
  const save = (entered) => post('/save', entered).catch(() => Toast.show('error'));
  const submit = (
    <Button block type="submit" color="primary">
      {t('continue')}
    </Button>
  );
  return (
    <div>
      <NavBar onBack={() => navigate(-1)}>{t('personal')}</NavBar>
      {!values && <Skeleton.Paragraph lineCount={6} animated />}
      {values && (
        <Form form={form} layout="horizontal" initialValues={values} onFinish={save} footer={submit}>
          <Form.Header>{t('about')}</Form.Header>
          {ABOUT.filter(({ later }) => !later || dob).map((field) => (
            <Item key={field.name} field={field} />
          ))}
          <Form.Header>{t('where')}</Form.Header>
          {WHERE.map((field) => (
            <Item key={field.name} field={field} />
          ))}
        </Form>
      )}
    </div>
  );
}
